/* The second copy of every save, in IndexedDB. `localStorage` answers at once but reaches the disk seconds later, so a
   killed browser forgets the last decisions. The database is opened and read while Python starts;
   tashkalar/ui/storage/backup.py decides what to do with it. A board inside another page stores nothing. */

import { isEmbedded } from "./address.js";
import { handled } from "./dom.js";

const NAME = "tashkalar";
const VERSION = 1;
const SAVES = "saves"; // [key, order] → text
const TOMBSTONES = "gone"; // the key of a deleted game → its last order
const OPEN_TIMEOUT_MS = 5000;
const READ_TIMEOUT_MS = 5000;
const WRITE_TIMEOUT_MS = 10000;
/** @type {IDBTransactionOptions} */
const STRICT = { durability: "strict" }; // done means on the disk, in browsers that know the option
/** @type {Promise<IDBDatabase> | null} */
let opened = null;
/** @type {IDBFactory | null} */
let factory = null;
/** @type {Error | null} */
let refusal = null;
let isDamaged = false; // a write was given up: see writeCopy

/**
 * @param {IDBFactory} databases
 * @returns {Promise<IDBDatabase>}
 */
function openDatabase(databases) {
  return new Promise((resolve, reject) => {
    const request = databases.open(NAME, VERSION);
    const cancel = afterWaking(() => reject(new Error("IndexedDB does not answer")), OPEN_TIMEOUT_MS);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(SAVES);
      request.result.createObjectStore(TOMBSTONES);
    };
    request.onerror = (event) => {
      cancel();
      event.preventDefault();
      reject(request.error);
    };
    request.onsuccess = () => {
      cancel();
      const connection = request.result;
      // A later version of the page may need another layout; a browser may close the connection at any time.
      connection.onversionchange = () => {
        connection.close();
        opened = null;
      };
      connection.onclose = () => {
        opened = null;
      };
      resolve(connection);
    };
  });
}

/** @returns {Promise<IDBDatabase>} the database, opened if necessary */
function database() {
  if (!factory) return Promise.reject(refusal || new Error("there is no IndexedDB"));
  if (!opened) {
    opened = openDatabase(factory);
    opened.catch(() => {
      opened = null; // the next write tries again
    });
  }
  return opened;
}

function ignore() {} // the next write tries again

/**
 * Forget a connection that does not work, so that the next transaction opens the database again.
 * @param {Promise<IDBDatabase> | null} connecting
 */
function reconnect(connecting) {
  if (opened === connecting) opened = null; // else another transaction has opened the database again
  connecting?.then((connection) => connection.close()).catch(ignore);
}

/**
 * @param {IDBTransactionMode} mode
 * @returns {Promise<IDBTransaction>}
 */
async function openTransaction(mode) {
  const connecting = database();
  const connection = await connecting;
  try {
    return connection.transaction([SAVES, TOMBSTONES], mode, STRICT);
  } catch (_) {
    reconnect(connecting); // a browser may lose a connection without a `close` event
    return (await database()).transaction([SAVES, TOMBSTONES], mode, STRICT);
  }
}

/**
 * Call `action` after a time in which the page was awake: a page that was frozen, or busy, first hears what came meanwhile.
 * @param {() => void} action
 * @param {number} ms
 * @returns {() => void} cancels the call
 */
function afterWaking(action, ms) {
  let timer = setTimeout(() => {
    timer = setTimeout(action, ms / 2);
  }, ms / 2);
  return () => clearTimeout(timer);
}

/**
 * Do all of `work` in one transaction, or nothing.
 * @param {IDBTransactionMode} mode
 * @param {(saves: IDBObjectStore, tombstones: IDBObjectStore) => IDBRequest[]} work
 * @returns {Promise<any[]>} the results of the requests that `work` returns; rejected if there is no answer in time
 */
async function runTransaction(mode, work) {
  const transaction = await openTransaction(mode);
  const connecting = opened;
  return new Promise((resolve, reject) => {
    const cancel = afterWaking(() => {
      reconnect(connecting);
      reject(new Error("IndexedDB does not answer"));
    }, mode === "readonly" ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS);
    const fail = (/** @type {unknown} */ error) => {
      cancel();
      reject(error || new Error("IndexedDB has given up"));
    };
    transaction.onabort = () => {
      if (mode === "readwrite") isDamaged = true;
      fail(transaction.error);
    };
    transaction.onerror = (event) => event.preventDefault();
    try {
      const requests = work(transaction.objectStore(SAVES), transaction.objectStore(TOMBSTONES));
      transaction.oncomplete = () => {
        cancel();
        resolve(requests.map(({ result }) => result));
      };
      transaction.commit();
    } catch (error) {
      fail(error);
    }
  });
}

/**
 * @param {string} key
 * @param {number} order
 */
function rangeUpTo(key, order) {
  return IDBKeyRange.bound([key, 0], [key, order]);
}

async function listStored() {
  const [saves, keys, orders] = await runTransaction("readonly", (stored, tombstones) => [
    stored.getAllKeys(),
    tombstones.getAllKeys(),
    tombstones.getAll(),
  ]);
  const gone = keys.map((/** @type {IDBValidKey} */ key, /** @type {number} */ at) => [key, orders[at]]);
  return JSON.stringify({ saves, gone });
}

/**
 * List the copies of a key that any page has written by now.
 * @param {string} key
 */
async function listCopies(key) {
  return JSON.stringify(await runTransaction("readonly", (saves) => [saves.getAllKeys(rangeUpTo(key, Number.MAX_SAFE_INTEGER))]));
}

/**
 * Write a text. On a full disk Chromium may write into a damaged database, say that all went well, and find none of it at
 * the next start, even if there was room again. So no write is trusted on this page after one was given up.
 * @param {string} key
 * @param {number} order
 * @param {string} text
 * @param {number[]} drop
 */
async function writeCopy(key, order, text, drop) {
  await runTransaction("readwrite", (saves) => {
    for (const old of drop) saves.delete([key, old]);
    return [saves.put(text, [key, order])];
  });
  if (isDamaged) throw new Error("IndexedDB may be damaged");
}

function openBackup() {
  try {
    factory = window.indexedDB;
  } catch (error) {
    refusal = /** @type {Error} */ (error);
  }
  return {
    stored: handled(listStored()),
    listNow: (/** @type {string} */ key) => handled(listCopies(key)),
    read: (/** @type {string} */ key, /** @type {number} */ order) =>
      handled(runTransaction("readonly", (saves) => [saves.get([key, order])])),
    write: (/** @type {string} */ key, /** @type {number} */ order, /** @type {string} */ text, /** @type {number[]} */ drop) =>
      handled(writeCopy(key, order, text, drop)),
    remove(/** @type {string} */ key, /** @type {number} */ order) {
      runTransaction("readwrite", (saves, tombstones) => [
        saves.delete(rangeUpTo(key, order)),
        tombstones.put(order, key),
      ]).catch(ignore);
    },
    forget(/** @type {string} */ key) {
      runTransaction("readwrite", (_, tombstones) => [tombstones.delete(key)]).catch(ignore);
    },
  };
}

/** @type {BackupDatabase | undefined} */
export const backup = isEmbedded ? undefined : openBackup();
