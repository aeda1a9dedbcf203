/* Gives PyScript a database in memory where IndexedDB does not work: in a sandboxed frame, or where all site data is
   blocked. PyScript opens a database before it runs anything, and does not start if that fails. backup_database.js shows
   whether IndexedDB works: some browsers open a database and then refuse every transaction. This runs before PyScript. */

import { backup } from "./backup_database.js";

/**
 * @typedef {Map<unknown, unknown>} Entries
 * @typedef {Map<string, Entries>} Stores
 * @typedef {{open(name: string): any}} Factory
 * @typedef {Record<string, any>} FakeRequest like an IDBRequest: result, error and on... handlers
 */

const HANDLERS = ["onupgradeneeded", "onsuccess", "onerror", "onblocked"];
/** @type {Map<string, Stores>} */
const databases = new Map();

/**
 * Do the work in a microtask, as a database does, and call the handlers.
 * @param {FakeRequest} target
 * @param {() => unknown} work
 */
function answerLater(target, work) {
  queueMicrotask(() => {
    try {
      target.result = work();
    } catch (error) {
      target.error = error;
      target.onerror?.({ type: "error", target });
      return;
    }
    target.onsuccess?.({ type: "success", target });
  });
  return target;
}

/** @param {Entries} entries */
function objectStore(entries) {
  /** @param {(first: unknown, second: unknown) => unknown} work */
  function answer(work) {
    return /** @type {typeof work} */ ((first, second) => answerLater({}, () => work(first, second)));
  }
  return {
    get: answer((key) => entries.get(key)),
    getKey: answer((key) => (entries.has(key) ? key : undefined)),
    getAllKeys: answer(() => Array.from(entries.keys())),
    put: answer((value, key) => {
      entries.set(key, structuredClone(value));
      return key;
    }),
    delete: answer((key) => void entries.delete(key)),
    clear: answer(() => entries.clear()),
    count: answer(() => entries.size),
  };
}

/** @param {Stores} stores */
function database(stores) {
  return {
    get objectStoreNames() {
      return [...stores.keys()];
    },
    /** @param {string} name */
    createObjectStore(name) {
      const entries = new Map();
      stores.set(name, entries);
      return objectStore(entries);
    },
    transaction: () => ({ objectStore: (/** @type {string} */ name) => objectStore(stores.get(name) ?? new Map()) }),
    close() {},
  };
}

/** @type {Factory} */
const inMemory = {
  open(name) {
    /** @type {FakeRequest} */
    const opening = {};
    const isNew = !databases.has(name);
    const stores = databases.get(name) ?? new Map();
    databases.set(name, stores);
    return answerLater(opening, () => {
      const made = database(stores);
      if (isNew && opening.onupgradeneeded) {
        opening.result = made;
        opening.transaction = {};
        opening.onupgradeneeded({ type: "upgradeneeded", target: opening });
        opening.transaction.oncomplete?.({ type: "complete" });
      }
      return made;
    });
  },
};

/** @param {Factory} factory */
function replaceIndexedDb(factory) {
  Object.defineProperty(window, "indexedDB", { value: factory, configurable: true });
}

/**
 * Hold requests back until it is known which factory works: some browsers refuse only after PyScript has asked.
 * @param {Promise<unknown>} read the first answer of the database
 * @param {IDBFactory} real
 */
function chooseFactory(read, real) {
  /** @type {Factory | null} */
  let chosen = null;
  /** @type {((factory: Factory) => void)[]} */
  const waiting = [];

  /** @param {Factory} factory */
  function settle(factory) {
    chosen = factory;
    replaceIndexedDb(factory); // `delete` does not bring back the real one: in WebKit the property is the window's own
    for (const begin of waiting) begin(factory);
  }

  read.then(
    () => settle(real),
    // IndexedDB works if a newer version of the page has left its layout there.
    (error) => settle(error?.name === "VersionError" ? real : inMemory)
  );
  replaceIndexedDb({ open: (name) => openLater(name, (begin) => (chosen ? begin(chosen) : waiting.push(begin))) });
}

/**
 * Return a request for a database that is made as soon as the factory is known.
 * @param {string} name
 * @param {(begin: (factory: Factory) => void) => void} whenChosen
 */
function openLater(name, whenChosen) {
  const request = /** @type {EventTarget & FakeRequest} */ (new EventTarget());
  whenChosen((factory) => {
    const opening = factory.open(name);
    for (const kind of HANDLERS) {
      opening[kind] = (/** @type {unknown} */ event) => {
        request.result = opening.result;
        request[kind]?.(event);
      };
    }
  });
  return request;
}

try {
  if (backup) chooseFactory(backup.stored, window.indexedDB);
  else replaceIndexedDb(inMemory); // a board inside another page does not touch what is stored here
} catch (_) {
  replaceIndexedDb(inMemory);
}
