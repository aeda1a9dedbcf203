/* The rest of Pyodide's WebAssembly: the functions that a start does not take (tashkalar/site/pyodide/wasm_split.py). It is brought
   when the game is ready, and put beside the first part. What calls one of its functions before waits for it. */

import { source, unpackedAtOnce, unpacking } from "./zstd.js";

/**
 * @typedef {WebAssembly.Exports & {"rest.table": WebAssembly.Table, "rest.here": WebAssembly.Global, "rest.meet": () => void}} Exports
 * @typedef {{module: WebAssembly.Module, instance: WebAssembly.Instance}} Made
 * @typedef {{rest: Uint8Array<ArrayBuffer>, decoder: Uint8Array<ArrayBuffer>}} Packed
 */

const REST = new URL("../../vendor/pyodide/pyodide.rest.wasm.bin", import.meta.url).href;
const ZSTD = new URL("../../vendor/zstd/zstd.wasm", import.meta.url).href;
const AGAIN = 5000;
// (module (import "e" "f" (func)) (export "f" (func 0))): a table takes no function of JavaScript.
const WRAPPER = "0061736d0100000001040160000002070101650166000007050101660000";

/** Of the size that Pyodide's WebAssembly gives itself, where it is not given one. */
export function newMemory() {
  return new WebAssembly.Memory({ initial: 480, maximum: 65536 });
}

/**
 * @param {WebAssembly.Imports} imports that Pyodide has for its WebAssembly
 * @param {WebAssembly.Memory} memory
 * @returns {WebAssembly.Imports} what the first part is made with
 */
export function withMemory(imports, memory) {
  return { ...imports, rest: { memory } };
}

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

/* Who calls a function cannot wait for a promise. */
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

/** @param {Packed | null} packed */
function compiledAtOnce(packed) {
  const { rest, decoder } = packed ?? { rest: fetchAtOnce(REST), decoder: fetchAtOnce(ZSTD) };
  return new WebAssembly.Module(unpackedAtOnce(decoder, rest));
}

/** @param {Packed | null} packed */
async function compiled(packed) {
  const answer = packed ? new Response(packed.rest) : await fetch(REST);
  if (!answer.ok || !answer.body) throw new Error(`[${answer.status}] ${REST}`);
  const unpacked = answer.body.pipeThrough(unpacking(ZSTD));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }));
}

/** @param {string} url */
async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`[${answer.status}] ${url}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * Have it at hand before Python begins, as it is kept: small, packed. What cannot wait asks the host alone, in some browsers
 * not the service worker, so without a connection it would have nothing.
 * @returns {Promise<Packed | null>} null where it cannot be had
 */
export async function atHand() {
  try {
    const [rest, decoder] = await Promise.all([fetched(REST), source(ZSTD)]);
    return { rest, decoder };
  } catch (_) {
    return null;
  }
}

/**
 * @param {Made} first
 * @param {WebAssembly.Imports} imports that it was made with
 * @param {WebAssembly.Module} rest
 * @returns {WebAssembly.Imports} what the rest is made with
 */
function shared({ module, instance }, imports, rest) {
  if (pair(module) !== pair(rest)) throw new Error("two parts of WebAssembly that do not belong together");
  return { ...imports, rest: instance.exports };
}

/**
 * Put the rest beside the first part: from now on its functions are called where they are.
 * @param {Made} first
 * @param {WebAssembly.Imports} imports
 * @param {WebAssembly.Module} rest
 */
export function join(first, imports, rest) {
  new WebAssembly.Instance(rest, shared(first, imports, rest));
  meet(first);
}

/**
 * It can call the first part, too, and is called from now on.
 * @param {Made} first
 */
function meet({ instance }) {
  const exports = /** @type {Exports} */ (instance.exports);
  exports["rest.meet"]();
  exports["rest.here"].value = 1;
}

/**
 * Have the rest come when it is called.
 * @param {Made} first
 * @param {WebAssembly.Imports} imports
 * @param {Packed | null} packed what is at hand of it
 * @returns {() => Promise<void>} to bring it before that; tries until it has come
 */
export function expect(first, imports, packed) {
  const exports = /** @type {Exports} */ (first.instance.exports);
  const isHere = () => exports["rest.here"].value === 1;
  exports["rest.table"].set(0, wrapped(() => join(first, imports, compiledAtOnce(packed))));
  return async function bring() {
    /** @type {WebAssembly.Module} */
    let rest;
    try {
      rest = await compiled(packed);
    } catch (error) {
      console.warn(String(error)); // a line may come back
      setTimeout(() => isHere() || bring(), AGAIN);
      return;
    }
    if (isHere()) return;
    await WebAssembly.instantiate(rest, shared(first, imports, rest));
    meet(first); // perhaps again, with functions that are the same
  };
}
