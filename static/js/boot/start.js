/* Brings PyScript, and with it the game, into the page. On a board inside another page, frame/main.js begins that when
   the board is drawn. */

import { isEmbedded, queryValue } from "./address.js";
import { handled, root, whenParsed } from "./dom.js";
import { loadEmblems } from "./emblems.js";
import { integrityOf, isKept } from "./integrity.js";

const PYODIDE = "./static/vendor/pyodide/";
const PYSCRIPT = "./static/vendor/pyscript/";
const CORE = `${PYSCRIPT}core.js`;
const WASM = `${PYODIDE}pyodide.asm.wasm.bin`;
const OFFLINE = "./static/js/offline/offline.js";
const FRAME = "./static/js/frame.bundle.js";
// They start Python, long before PyScript asks for it.
const INTERPRETER = ["snapshot", "zstd", "deferred_wasm", "split", "interpreter"].map((name) => `./static/js/python/${name}.js`);
const script = /** @type {HTMLScriptElement} */ (document.currentScript);
// Modules that are imported one after another. PyScript's file names change with its version, so the build lists them.
const PRELOADED_MODULES = [
  `${PYODIDE}pyodide.mjs`,
  `${PYODIDE}pyodide.asm.mjs`,
  ...String(script.dataset.pyscript).split(" ").map((name) => PYSCRIPT + name),
];
let hasStarted = false;

/**
 * @param {HTMLElement} parent
 * @param {string} name
 * @param {Record<string, string>} attributes
 */
function append(parent, name, attributes) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
}

/** @param {string} url */
function integrityAttribute(url) {
  const integrity = integrityOf(new URL(url, document.baseURI).href);
  return /** @type {Record<string, string>} */ (integrity ? { integrity } : {});
}

/** @param {string} url */
function appendModule(url) {
  append(document.head, "script", { type: "module", src: url, ...integrityAttribute(url) });
}

/* Compiling WebAssembly takes longest. If the service worker has it, read and compile it while the page is still being
   parsed; interpreter.js gives it to Pyodide. Otherwise Pyodide's own request would fetch it a second time (in WebKit
   even after a preload). */
function compileEarly() {
  if (!isKept()) return;
  if (script.dataset.rung === "split") window.tashkalar.compiledWasm = handled(WebAssembly.compileStreaming(fetch(WASM)));
  const { snapshot } = script.dataset;
  if (!snapshot || !window.caches || !window.crypto?.subtle) return;
  const { href } = new URL(snapshot, document.baseURI);
  const cached = caches.match(href); // not through the service worker, which is busy
  window.tashkalar.keptSnapshot = handled(cached.then((response) => response && {
    href,
    headers: response.headers,
    content: handled(response.arrayBuffer()),
  }));
}

/** Bring Python into the page; only the first call does anything. */
export function start() {
  if (hasStarted || root.dataset.app === "error") return; // support.js may have found that the browser is too old
  hasStarted = true;
  compileEarly();
  INTERPRETER.forEach(appendModule);
  loadEmblems();
  for (const url of PRELOADED_MODULES) append(document.head, "link", { rel: "modulepreload", href: url, ...integrityAttribute(url) });
  window.dispatchEvent(new Event("tashkalar-start"));
  // PyScript looks for its scripts once, when it is loaded, so they must be there before.
  whenParsed(() => {
    append(document.body, "script", { type: "py", src: "./static/app/main.py", config: "./pyscript.toml" });
    appendModule(CORE);
  });
}

/** Start the game, or show the board inside another page. */
export function begin() {
  if (!isEmbedded) {
    start();
    whenParsed(() => appendModule(OFFLINE));
    return;
  }
  // Until a reader touches it, a board is a small page of its own.
  if (queryValue("touched") === null) {
    window.location.replace(`./board.html${window.location.search}${window.location.hash}`);
    return;
  }
  // integrity.js does not expect a late script when the page is parsed.
  append(document.head, "script", { src: FRAME, "data-late": "" });
}
