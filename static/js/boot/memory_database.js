/* PyScript opens an IndexedDB database before it runs anything, and does not start where that fails: in a
   sandboxed frame, or with all site data blocked. There it gets a database in memory instead; whether one works
   is seen by copies.js, just before. A classic script before core.js, because a module would run too late. */
(() => {
  "use strict";

  /**
   * @typedef {Map<unknown, unknown>} Entries
   * @typedef {Record<string, Entries>} Stores
   * @typedef {{open(name: string): any}} Factory
   * @typedef {Record<string, any>} Asked what stands for an IDBRequest: result, error and on... handlers
   */

  const HANDLERS = ["onupgradeneeded", "onsuccess", "onerror", "onblocked"];
  /** @type {Record<string, Stores>} */
  const databases = {};

  /**
   * Do the work a little later, as a database does, and tell the handlers.
   * @param {Asked} target
   * @param {() => unknown} work
   */
  function request(target, work) {
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
      return /** @type {typeof work} */ ((first, second) => request({}, () => work(first, second)));
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
        return Object.keys(stores);
      },
      /** @param {string} name */
      createObjectStore(name) {
        stores[name] = new Map();
        return objectStore(stores[name]);
      },
      transaction: () => ({ objectStore: (/** @type {string} */ name) => objectStore(stores[name]) }),
      close() {},
    };
  }

  /** @type {Factory} */
  const inMemory = {
    open(name) {
      /** @type {Asked} */
      const opening = {};
      const isNew = !databases[name];
      const stores = (databases[name] ??= {});
      return request(opening, () => {
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
  function use(factory) {
    Object.defineProperty(window, "indexedDB", { value: factory, configurable: true });
  }

  /**
   * Some browsers refuse at once, others a little later, perhaps when PyScript has asked already: what is
   * asked meanwhile waits.
   * @param {Promise<IDBDatabase>} opened
   * @param {IDBFactory} real
   */
  function waitFor(opened, real) {
    /** @type {Factory | null} */
    let known = null;
    /** @type {((factory: Factory) => void)[]} */
    const waiting = [];

    /** @param {Factory} factory */
    function settle(factory) {
      known = factory;
      use(factory); // Not `delete` for the real one: in WebKit the property is the window's own.
      for (const begin of waiting) begin(factory);
    }

    opened.then(
      () => settle(real),
      // A newer version of the page has left its form of it: so there are databases.
      (error) => settle(error?.name === "VersionError" ? real : inMemory)
    );
    use({ open: (name) => openLater(name, (begin) => (known ? begin(known) : waiting.push(begin))) });
  }

  /**
   * A request that is made when it is known of whom.
   * @param {string} name
   * @param {(begin: (factory: Factory) => void) => void} when
   */
  function openLater(name, when) {
    const asked = /** @type {EventTarget & Asked} */ (new EventTarget());
    when((factory) => {
      const opening = factory.open(name);
      for (const kind of HANDLERS) {
        opening[kind] = (/** @type {unknown} */ event) => {
          asked.result = opening.result;
          asked[kind]?.(event);
        };
      }
    });
    return asked;
  }

  try {
    const copies = window.tashkalar?.copies;
    if (copies) waitFor(copies.opened, window.indexedDB);
    else use(inMemory); // a board inside another page touches nothing that is stored here
  } catch (_) {
    use(inMemory);
  }
})();
