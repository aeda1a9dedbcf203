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
/** @type {IDBTransactionOptions} */
const STRICT = { durability: "strict" }; // done means on the disk, in browsers that know the option
/** @type {Promise<IDBDatabase> | null} */
let opened = null;
/** @type {IDBFactory | null} */
let factory = null;
/** @type {Error | null} */
let refusal = null;

/**
 * @param {IDBFactory} databases
 * @returns {Promise<IDBDatabase>}
 */
function openDatabase(databases) {
  return new Promise((resolve, reject) => {
    const request = databases.open(NAME, VERSION);
    setTimeout(() => reject(new Error("IndexedDB does not answer")), OPEN_TIMEOUT_MS);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(SAVES);
      request.result.createObjectStore(TOMBSTONES);
    };
    request.onerror = (event) => {
      event.preventDefault();
      reject(request.error);
    };
    request.onsuccess = () => {
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

/**
 * Do all of `work` in one transaction, or nothing.
 * @param {IDBTransactionMode} mode
 * @param {(saves: IDBObjectStore, tombstones: IDBObjectStore) => IDBRequest[]} work
 * @returns {Promise<any[]>} the results of the requests that `work` returns
 */
async function runTransaction(mode, work) {
  const transaction = (await database()).transaction([SAVES, TOMBSTONES], mode, STRICT);
  return new Promise((resolve, reject) => {
    const requests = work(transaction.objectStore(SAVES), transaction.objectStore(TOMBSTONES));
    transaction.oncomplete = () => resolve(requests.map(({ result }) => result));
    transaction.onabort = () => reject(transaction.error || new Error("IndexedDB has given up"));
    transaction.onerror = (event) => event.preventDefault();
    transaction.commit();
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

function ignore() {} // a failed write of the second copy: the next write tries again

function openBackup() {
  try {
    factory = window.indexedDB;
  } catch (error) {
    refusal = /** @type {Error} */ (error);
  }
  return {
    opened: handled(database()),
    stored: handled(listStored()),
    read: (/** @type {string} */ key, /** @type {number} */ order) =>
      handled(runTransaction("readonly", (saves) => [saves.get([key, order])])),
    write(/** @type {string} */ key, /** @type {number} */ order, /** @type {string} */ text, /** @type {number[]} */ drop) {
      runTransaction("readwrite", (saves) => {
        for (const old of drop) saves.delete([key, old]);
        return [saves.put(text, [key, order])];
      }).catch(ignore);
    },
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
