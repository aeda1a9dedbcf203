/* PyScript opens an IndexedDB database before it runs anything, and does not start where that fails: in a
   sandboxed frame, or with all site data blocked. There it gets a database in memory instead; whether one works
   is seen by copies.js, just before. A classic script before core.js, because a module would run too late. */
(function () {
  "use strict";
  var databases = {};

  function request(target, work) {
    Promise.resolve().then(function () {
      try {
        target.result = work();
      } catch (error) {
        target.error = error;
        if (target.onerror) target.onerror({ type: "error", target: target });
        return;
      }
      if (target.onsuccess) target.onsuccess({ type: "success", target: target });
    });
    return target;
  }

  function objectStore(entries) {
    function answer(work) {
      return function (first, second) {
        return request({}, function () { return work(first, second); });
      };
    }
    return {
      get: answer(function (key) { return entries.get(key); }),
      getKey: answer(function (key) { return entries.has(key) ? key : undefined; }),
      getAllKeys: answer(function () { return Array.from(entries.keys()); }),
      put: answer(function (value, key) { entries.set(key, structuredClone(value)); return key; }),
      delete: answer(function (key) { entries.delete(key); }),
      clear: answer(function () { entries.clear(); }),
      count: answer(function () { return entries.size; })
    };
  }

  function database(stores) {
    return {
      get objectStoreNames() { return Object.keys(stores); },
      createObjectStore: function (name) {
        stores[name] = new Map();
        return objectStore(stores[name]);
      },
      transaction: function () {
        return { objectStore: function (name) { return objectStore(stores[name]); } };
      },
      close: function () {}
    };
  }

  var inMemory = {
    open: function (name) {
      var opening = {};
      var isNew = !databases[name];
      var stores = databases[name] || (databases[name] = {});
      return request(opening, function () {
        var made = database(stores);
        if (isNew && opening.onupgradeneeded) {
          opening.result = made;
          opening.transaction = {};
          opening.onupgradeneeded({ type: "upgradeneeded", target: opening });
          if (opening.transaction.oncomplete) opening.transaction.oncomplete({ type: "complete" });
        }
        return made;
      });
    }
  };

  function use(factory) {
    Object.defineProperty(window, "indexedDB", { value: factory, configurable: true });
  }

  /* Some browsers refuse at once, others a little later, perhaps when PyScript has asked already: what is
     asked meanwhile waits. */
  function waitFor(opened, real) {
    var known = null;
    var waiting = [];

    function settle(factory) {
      known = factory;
      use(factory); // Not `delete` for the real one: in WebKit the property is the window's own.
      waiting.forEach(function (begin) { begin(); });
    }

    function open(name) {
      var asked = new EventTarget();
      function begin() {
        var opening = known.open(name);
        ["onupgradeneeded", "onsuccess", "onerror", "onblocked"].forEach(function (kind) {
          opening[kind] = function (event) {
            asked.result = opening.result;
            if (asked[kind]) asked[kind](event);
          };
        });
      }
      if (known) begin();
      else waiting.push(begin);
      return asked;
    }

    opened.then(
      function () { settle(real); },
      // A newer version of the page has left its form of it: so there are databases.
      function (error) { settle(error && error.name === "VersionError" ? real : inMemory); }
    );
    use({ open: open });
  }

  var copies = window.tashkalar && window.tashkalar.copies;
  try {
    if (copies) waitFor(copies.opened, window.indexedDB);
    else use(inMemory); // a board inside another page touches nothing that is stored here
  } catch (_) {
    use(inMemory);
  }
})();
