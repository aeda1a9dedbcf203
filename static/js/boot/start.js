/* Brings PyScript, and with it the game, into the page: at once, except on a board inside another page
   (?embed=1), which costs its reader nothing until something calls tashkalar.start(). */
(() => {
  "use strict";
  const SNAPSHOT = "./static/js/snapshot.js";
  const REST = "./static/js/rest.js";
  const ZSTD = "./static/js/zstd.js";
  const INTERPRETER = "./static/js/interpreter.js";
  const EMBLEMS = "./static/js/emblems.js";
  const PYODIDE = "./static/vendor/pyodide/";
  const PYSCRIPT = "./static/vendor/pyscript/";
  // What these import one after another. The names in PyScript change with its version: whatever writes the
  // page finds them.
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const MODULES = [
    `${PYODIDE}pyodide.mjs`,
    `${PYODIDE}pyodide.asm.mjs`,
    ...String(script.dataset.pyscript).split(" ").map((name) => PYSCRIPT + name),
  ];
  const CORE = `${PYSCRIPT}core.js`;
  const OFFLINE = "./static/js/offline.js";
  const WASM = `${PYODIDE}pyodide.asm.wasm.bin`;
  let begun = false;

  /** @param {string} url */
  function sealed(url) {
    const integrity = window.tashkalar.integrityOf(new URL(url, document.baseURI).href);
    return /** @type {Record<string, string>} */ (integrity ? { integrity } : {});
  }

  /**
   * @param {HTMLElement} parent
   * @param {string} name
   * @param {Record<string, string>} attributes
   */
  function add(parent, name, attributes) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
  }

  /** @param {() => void} action */
  function whenParsed(action) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", action, { once: true });
    else action();
  }

  /**
   * Whoever uses it hears of what is wrong with it.
   * @template T
   * @param {Promise<T>} promise
   */
  function quiet(promise) {
    promise.catch(() => {});
    return promise;
  }

  /* What takes longest. Where the service worker has it at hand it is read, and compiled, while the page is still being
     read; interpreter.js gives it to Pyodide. Else not: Pyodide asks for WebAssembly too, and it would come twice (in
     WebKit even where it is only announced as a preload). */
  function prepare() {
    if (!window.tashkalar.isKept()) return;
    window.tashkalar.wasm = quiet(WebAssembly.compileStreaming(fetch(WASM)));
    const { snapshot } = script.dataset;
    if (!snapshot || !window.caches || !window.crypto?.subtle) return;
    const { href } = new URL(snapshot, document.baseURI);
    const found = caches.match(href); // past the service worker, which is busy
    window.tashkalar.kept = quiet(found.then((answer) => answer && {
      href,
      headers: answer.headers,
      content: quiet(answer.arrayBuffer()),
    }));
  }

  function start() {
    if (begun || document.documentElement.getAttribute("data-app") === "error") return; // see support.js
    begun = true;
    prepare();
    // They begin by themselves, long before PyScript asks for Python.
    add(document.head, "script", { type: "module", src: SNAPSHOT, ...sealed(SNAPSHOT) });
    add(document.head, "script", { type: "module", src: ZSTD, ...sealed(ZSTD) });
    add(document.head, "script", { type: "module", src: REST, ...sealed(REST) });
    add(document.head, "script", { type: "module", src: INTERPRETER, ...sealed(INTERPRETER) });
    add(document.head, "script", { type: "module", src: EMBLEMS, fetchpriority: "low", ...sealed(EMBLEMS) });
    for (const url of MODULES) add(document.head, "link", { rel: "modulepreload", href: url, ...sealed(url) });
    window.dispatchEvent(new Event("tashkalar-start"));
    // PyScript looks for its scripts once, when it is loaded: they must be there before it.
    whenParsed(() => {
      add(document.body, "script", { type: "py", src: "./static/app/main.py", config: "./pyscript.toml" });
      add(document.head, "script", { type: "module", src: CORE, ...sealed(CORE) });
    });
  }

  window.tashkalar = { ...window.tashkalar, start }; // copies.js has begun it, but on an embedded board
  if (!new URLSearchParams(window.location.search).has("embed")) {
    start();
    whenParsed(() => add(document.head, "script", { type: "module", src: OFFLINE, ...sealed(OFFLINE) }));
    return;
  }
  for (const name of ["position", "frame"]) {
    const more = document.createElement("script");
    more.src = `./static/js/${name}.js`;
    more.async = false; // one after the other
    more.dataset.late = ""; // seals.js does not expect it when the page is parsed
    document.head.append(more);
  }
})();
