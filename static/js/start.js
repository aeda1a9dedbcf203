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
  // What they fetch when they have found each other.
  var WASM = PYODIDE + "pyodide.asm.wasm";
  var FILES = [
    PYODIDE + "python_stdlib.zip",
    PYODIDE + "pyodide-lock.json",
    "./static/app/tashkalar.zip",
    "./pyscript.toml"
  ];
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

  function isStored() {
    try {
      return !!navigator.serviceWorker.controller;
    } catch (_) {
      return false; // without https, or in a sandboxed frame
    }
  }

  /* WebAssembly takes longest. Where the service worker has it at hand it is compiled while the page is still
     being read, and interpreter.js gives it to Pyodide; else it is only fetched, lest it be fetched twice. */
  function hurryWasm() {
    if (isStored()) {
      window.tashkalar.wasm = WebAssembly.compileStreaming(fetch(WASM));
      window.tashkalar.wasm.catch(function () {}); // Pyodide will try, and tell
    } else {
      preload(WASM);
    }
  }

  function preload(url) {
    add(document.head, "link", { rel: "preload", as: "fetch", crossorigin: "anonymous", href: url });
  }

  function start() {
    if (begun || document.documentElement.getAttribute("data-app") === "error") return; // see support.js
    begun = true;
    hurryWasm();
    // They begin by themselves, long before PyScript asks for Python.
    add(document.head, "script", { type: "module", src: SNAPSHOT });
    add(document.head, "script", { type: "module", src: INTERPRETER });
    MODULES.forEach(function (url) { add(document.head, "link", { rel: "modulepreload", href: url }); });
    FILES.forEach(preload);
    window.dispatchEvent(new Event("tashkalar-start"));
    // PyScript looks for its scripts once, when it is loaded: they must be there before it.
    whenParsed(function () {
      add(document.body, "script", { type: "py", src: "./static/app/main.py", config: "./pyscript.toml" });
      add(document.head, "script", { type: "module", src: PYSCRIPT + "core.js" });
    });
  }

  window.tashkalar = { start: start };
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
