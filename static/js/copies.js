/* The second copy of every save, in IndexedDB: `localStorage` answers at once but reaches the disk seconds later,
   so a browser that is killed forgets what was played last. It is opened before Python is there and read beside
   the start; tashkalar/ui/copies.py decides what becomes of it. A board inside another page keeps nothing. */
(function () {
  "use strict";
  var NAME = "tashkalar";
  var VERSION = 1;
  var SAVES = "saves"; // [key, order] → text
  var GONE = "gone"; // the key of what a person has deleted → its last order
  var PATIENCE = 5000;
  var STRICT = { durability: "strict" }; // on the disk when it is done, where the browser knows the word
  var opened = null;

  function factory() {
    return window.indexedDB; // may throw
  }

  function open(databases) {
    return new Promise(function (resolve, reject) {
      var opening = databases.open(NAME, VERSION);
      setTimeout(function () { reject(new Error("IndexedDB does not answer")); }, PATIENCE);
      opening.onupgradeneeded = function () {
        opening.result.createObjectStore(SAVES);
        opening.result.createObjectStore(GONE);
      };
      opening.onerror = function (event) {
        event.preventDefault();
        reject(opening.error);
      };
      opening.onsuccess = function () {
        var database = opening.result;
        // A later version of the page may need another form of it; a browser may close it at any time.
        database.onversionchange = function () { database.close(); opened = null; };
        database.onclose = function () { opened = null; };
        resolve(database);
      };
    });
  }

  function database() {
    if (!opened) {
      opened = open(real);
      opened.catch(function () { opened = null; }); // the next write tries again
    }
    return opened;
  }

  /* All of `work` or nothing; what it returns are requests, and their results come back. */
  function transaction(mode, work) {
    return Promise.resolve().then(database).then(function (open) {
      return new Promise(function (resolve, reject) {
        var all = open.transaction([SAVES, GONE], mode, STRICT);
        var asked = work(all.objectStore(SAVES), all.objectStore(GONE));
        all.oncomplete = function () { resolve(asked.map(function (one) { return one.result; })); };
        all.onabort = function () { reject(all.error || new Error("IndexedDB has given up")); };
        all.onerror = function (event) { event.preventDefault(); };
        if (all.commit) all.commit();
      });
    });
  }

  function upTo(key, order) {
    return IDBKeyRange.bound([key, 0], [key, order]);
  }

  function find() {
    return transaction("readonly", function (saves, gone) {
      return [saves.getAllKeys(), gone.getAllKeys(), gone.getAll()];
    }).then(function (found) {
      var pairs = found[1].map(function (key, at) { return [key, found[2][at]]; });
      return JSON.stringify({ saves: found[0], gone: pairs });
    });
  }

  function ignore() {} // it is the second copy; the next write tries again

  function quiet(promise) {
    promise.catch(ignore); // whoever waits for it hears of it
    return promise;
  }

  if (new URLSearchParams(window.location.search).has("embed")) return;
  var real;
  var copies = {
    read: function (key, order) {
      return quiet(transaction("readonly", function (saves) { return [saves.get([key, order])]; }));
    },
    write: function (key, order, text, drop) {
      transaction("readwrite", function (saves) {
        drop.forEach(function (old) { saves.delete([key, old]); });
        return [saves.put(text, [key, order])];
      }).catch(ignore);
    },
    remove: function (key, order) {
      transaction("readwrite", function (saves, gone) {
        return [saves.delete(upTo(key, order)), gone.put(order, key)];
      }).catch(ignore);
    },
    forget: function (key) {
      transaction("readwrite", function (_, gone) { return [gone.delete(key)]; }).catch(ignore);
    }
  };
  window.tashkalar = window.tashkalar || {};
  window.tashkalar.copies = copies;
  try {
    real = factory();
    copies.opened = quiet(database());
  } catch (error) {
    copies.opened = quiet(Promise.reject(error));
  }
  copies.found = quiet(find());
})();
