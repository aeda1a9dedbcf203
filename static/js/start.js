/* Brings PyScript, and with it the game, into the page: at once, except on a board inside another page
   (?embed=1), which costs its reader nothing until something calls tashkalar.start(). */
(function () {
  "use strict";
  var SNAPSHOT = "./static/js/snapshot.js";
  var INTERPRETER = "./static/js/interpreter.js";
  var PYODIDE = "./static/vendor/pyodide/";
  var PYSCRIPT = "./static/vendor/pyscript/";
  // What these import one after another; the names in PyScript change with its version.
  var MODULES = [
    PYODIDE + "pyodide.mjs",
    PYODIDE + "pyodide.asm.mjs",
    PYSCRIPT + "core.js",
    PYSCRIPT + "core-C9KDLldu.js",
    PYSCRIPT + "error-D2315lOB.js",
    PYSCRIPT + "toml-V4Savzlc.js",
    PYSCRIPT + "toml-Blg7Izee.js"
  ];
  var WASM = PYODIDE + "pyodide.asm.wasm";
  var begun = false;

  function add(parent, name, attributes) {
    var element = document.createElement(name);
    Object.keys(attributes).forEach(function (key) { element.setAttribute(key, attributes[key]); });
    parent.appendChild(element);
  }

  function whenParsed(action) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", action, { once: true });
    else action();
  }

  /* What takes longest. Where the service worker has it at hand it is compiled while the page is still being read,
     and interpreter.js gives it to Pyodide. Else not: Pyodide asks for it too, and it would come twice (in
     WebKit even where it is only announced as a preload). */
  function compile() {
    try {
      if (!navigator.serviceWorker.controller) return;
    } catch (_) {
      return; // without https, or in a sandboxed frame
    }
    window.tashkalar.wasm = WebAssembly.compileStreaming(fetch(WASM));
    window.tashkalar.wasm.catch(function () {}); // Pyodide will try, and tell
  }

  function start() {
    if (begun || document.documentElement.getAttribute("data-app") === "error") return; // see support.js
    begun = true;
    compile();
    // They begin by themselves, long before PyScript asks for Python.
    add(document.head, "script", { type: "module", src: SNAPSHOT });
    add(document.head, "script", { type: "module", src: INTERPRETER });
    MODULES.forEach(function (url) { add(document.head, "link", { rel: "modulepreload", href: url }); });
    window.dispatchEvent(new Event("tashkalar-start"));
    // PyScript looks for its scripts once, when it is loaded: they must be there before it.
    whenParsed(function () {
      add(document.body, "script", { type: "py", src: "./static/app/main.py", config: "./pyscript.toml" });
      add(document.head, "script", { type: "module", src: PYSCRIPT + "core.js" });
    });
  }

  window.tashkalar = window.tashkalar || {}; // copies.js has made it, but on an embedded board
  window.tashkalar.start = start;
  if (!new URLSearchParams(window.location.search).has("embed")) {
    start();
    whenParsed(function () { add(document.head, "script", { type: "module", src: "./static/js/offline.js" }); });
    return;
  }
  ["position", "frame"].forEach(function (name) {
    var script = document.createElement("script");
    script.src = "./static/js/" + name + ".js";
    script.async = false; // one after the other
    document.head.appendChild(script);
  });
})();
