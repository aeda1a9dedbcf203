/* The second copy of every save, in IndexedDB: `localStorage` answers at once but reaches the disk seconds later,
   so a browser that is killed forgets what was played last. It is opened before Python is there and read beside
   the start; tashkalar/ui/storage/backup.py decides what becomes of it. A board inside another page keeps nothing. */
(() => {
  "use strict";
  const NAME = "tashkalar";
  const VERSION = 1;
  const SAVES = "saves"; // [key, order] → text
  const GONE = "gone"; // the key of what a person has deleted → its last order
  const PATIENCE = 5000;
  /** @type {IDBTransactionOptions} */
  const STRICT = { durability: "strict" }; // on the disk when it is done, where the browser knows the word
  /** @type {Promise<IDBDatabase> | null} */
  let opened = null;

  /**
   * @param {IDBFactory} databases
   * @returns {Promise<IDBDatabase>}
   */
  function open(databases) {
    return new Promise((resolve, reject) => {
      const opening = databases.open(NAME, VERSION);
      setTimeout(() => reject(new Error("IndexedDB does not answer")), PATIENCE);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore(SAVES);
        opening.result.createObjectStore(GONE);
      };
      opening.onerror = (event) => {
        event.preventDefault();
        reject(opening.error);
      };
      opening.onsuccess = () => {
        const made = opening.result;
        // A later version of the page may need another form of it; a browser may close it at any time.
        made.onversionchange = () => {
          made.close();
          opened = null;
        };
        made.onclose = () => {
          opened = null;
        };
        resolve(made);
      };
    });
  }

  /** @returns {Promise<IDBDatabase>} the one that is open, or is being opened */
  function database() {
    if (!real) return Promise.reject(refused || new Error("there is no IndexedDB"));
    if (!opened) {
      opened = open(real);
      opened.catch(() => {
        opened = null; // the next write tries again
      });
    }
    return opened;
  }

  /**
   * All of `work` or nothing; what it returns are requests, and their results come back.
   * @param {IDBTransactionMode} mode
   * @param {(saves: IDBObjectStore, gone: IDBObjectStore) => IDBRequest[]} work
   * @returns {Promise<any[]>}
   */
  async function transaction(mode, work) {
    const all = (await database()).transaction([SAVES, GONE], mode, STRICT);
    return new Promise((resolve, reject) => {
      const asked = work(all.objectStore(SAVES), all.objectStore(GONE));
      all.oncomplete = () => resolve(asked.map(({ result }) => result));
      all.onabort = () => reject(all.error || new Error("IndexedDB has given up"));
      all.onerror = (event) => event.preventDefault();
      all.commit();
    });
  }

  /**
   * @param {string} key
   * @param {number} order
   */
  function upTo(key, order) {
    return IDBKeyRange.bound([key, 0], [key, order]);
  }

  async function find() {
    const [saves, keys, orders] = await transaction("readonly", (stored, gone) => [
      stored.getAllKeys(),
      gone.getAllKeys(),
      gone.getAll(),
    ]);
    const pairs = keys.map((/** @type {IDBValidKey} */ key, /** @type {number} */ at) => [key, orders[at]]);
    return JSON.stringify({ saves, gone: pairs });
  }

  function ignore() {} // it is the second copy; the next write tries again

  /**
   * @template T
   * @param {Promise<T>} promise
   */
  function quiet(promise) {
    promise.catch(ignore); // whoever waits for it hears of it
    return promise;
  }

  if (new URLSearchParams(window.location.search).has("embed")) return;
  /** @type {IDBFactory | null} */
  let real = null;
  /** @type {Error | null} */
  let refused = null;
  try {
    real = window.indexedDB;
  } catch (error) {
    refused = /** @type {Error} */ (error);
  }

  window.tashkalar = {
    ...window.tashkalar,
    copies: {
      opened: quiet(database()),
      found: quiet(find()),
      read: (key, order) => quiet(transaction("readonly", (saves) => [saves.get([key, order])])),
      write(key, order, text, drop) {
        transaction("readwrite", (saves) => {
          for (const old of drop) saves.delete([key, old]);
          return [saves.put(text, [key, order])];
        }).catch(ignore);
      },
      remove(key, order) {
        transaction("readwrite", (saves, gone) => [saves.delete(upTo(key, order)), gone.put(order, key)]).catch(ignore);
      },
      forget(key) {
        transaction("readwrite", (_, gone) => [gone.delete(key)]).catch(ignore);
      },
    },
  };
})();
