/* The rest of Pyodide's WebAssembly: the functions that a start does not take (tashkalar/site/halves.py). It is brought
   when the game is ready, and put beside the first part. What calls one of its functions before waits for it. */

import { unpackedAtOnce, unpacking } from "./zstd.js";

/**
 * @typedef {WebAssembly.Exports & {"rest.table": WebAssembly.Table, "rest.here": WebAssembly.Global}} Exports
 * @typedef {{module: WebAssembly.Module, instance: WebAssembly.Instance}} Made
 */

const REST = new URL("../vendor/pyodide/pyodide.rest.wasm.bin", import.meta.url).href;
const ZSTD = new URL("../vendor/zstd/zstd.wasm", import.meta.url).href;
const TYPE = "application/wasm";
const ZSTANDARD = 0x28; // what it begins with, and no WebAssembly does
const AGAIN = 5000;
// (module (import "e" "f" (func)) (export "f" (func 0))): a table takes no function of JavaScript.
const WRAPPER = "0061736d0100000001040160000002070101650166000007050101660000";

/** @param {WebAssembly.Module} module */
function pair(module) {
  const [told] = WebAssembly.Module.customSections(module, "pair");
  return told && new TextDecoder().decode(told);
}

/** @param {() => void} called */
function wrapped(called) {
  const bytes = WRAPPER.match(/../g)?.map((byte) => parseInt(byte, 16)) ?? [];
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)), { e: { f: called } });
  return exports.f;
}

/* As the functions of the rest cannot wait for a promise: neither can who calls them. */
function fetchAtOnce(/** @type {string} */ url) {
  const asked = new XMLHttpRequest();
  asked.open("GET", url, false);
  asked.overrideMimeType("text/plain; charset=x-user-defined"); // a page may not ask for bytes in this way
  asked.send();
  if (asked.status !== 200) throw new Error(`[${asked.status}] ${url}`);
  const text = asked.responseText;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

function compiledAtOnce() {
  const bytes = fetchAtOnce(REST);
  const whole = bytes[0] === ZSTANDARD ? unpackedAtOnce(fetchAtOnce(ZSTD), bytes) : bytes;
  return new WebAssembly.Module(whole);
}

async function compiled() {
  const answer = await fetch(REST);
  if (!answer.ok || !answer.body) throw new Error(`[${answer.status}] ${REST}`);
  const headers = { "Content-Type": TYPE };
  const isPacked = answer.headers.get("Content-Type") !== TYPE;
  return WebAssembly.compileStreaming(isPacked ? new Response(answer.body.pipeThrough(unpacking(ZSTD)), { headers }) : answer);
}

/**
 * Put the rest beside the first part: from now on its functions are called where they are.
 * @param {Made} first
 * @param {WebAssembly.Imports} imports that it was made with
 * @param {WebAssembly.Module} rest
 */
export function join({ module, instance }, imports, rest) {
  if (pair(module) !== pair(rest)) throw new Error("two parts of WebAssembly that do not belong together");
  const exports = /** @type {Exports} */ (instance.exports);
  new WebAssembly.Instance(rest, { ...imports, rest: exports });
  exports["rest.here"].value = 1;
}

/**
 * Have the rest come when it is called.
 * @param {Made} first
 * @param {WebAssembly.Imports} imports
 * @returns {() => Promise<void>} to bring it before that; tries until it is there
 */
export function expect(first, imports) {
  const exports = /** @type {Exports} */ (first.instance.exports);
  const isHere = () => exports["rest.here"].value === 1;
  exports["rest.table"].set(0, wrapped(() => join(first, imports, compiledAtOnce())));
  return async function bring() {
    try {
      const rest = await compiled();
      if (!isHere()) join(first, imports, rest);
    } catch (error) {
      console.warn(String(error)); // a line may come back
      setTimeout(() => isHere() || bring(), AGAIN);
    }
  };
}
