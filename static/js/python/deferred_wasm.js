/* The deferred part of Pyodide's WebAssembly: the functions that a start does not call
   (tashkalar/site/pyodide/wasm_split.py). It is loaded when the game is ready, and joined to the first part. A call of one
   of its functions before that waits for it. */

import { source, unpackedAtOnce, unpacking } from "./zstd.js";

/**
 * @typedef {WebAssembly.Exports & {"deferred.table": WebAssembly.Table, "deferred.loaded": WebAssembly.Global, "deferred.activate": () => void}} Exports
 * @typedef {{module: WebAssembly.Module, instance: WebAssembly.Instance}} FirstPart
 * @typedef {{part: Uint8Array<ArrayBuffer>, decoder: Uint8Array<ArrayBuffer>}} Packed
 */

const DEFERRED_PART = new URL("../../vendor/pyodide/pyodide.deferred.wasm.bin", import.meta.url).href;
const ZSTD = new URL("../../vendor/zstd/zstd.wasm", import.meta.url).href;
const RETRY_MS = 5000;
// (module (import "e" "f" (func)) (export "f" (func 0))): a table takes no function of JavaScript.
const THUNK = "0061736d0100000001040160000002070101650166000007050101660000";

export const PAGE = 65536; // the bytes by which WebAssembly counts memory
const OWN_SIZE = 480 * PAGE; // of the memory that Pyodide's WebAssembly gives itself

/**
 * Return a memory of the size that Pyodide's WebAssembly gives itself, or a larger one.
 * @param {number} [size] the bytes it must have room for
 */
export function newMemory(size = 0) {
  return new WebAssembly.Memory({ initial: Math.ceil(Math.max(OWN_SIZE, size) / PAGE), maximum: 65536 });
}

/**
 * Return the imports of the first part.
 * @param {WebAssembly.Imports} imports that Pyodide has for its WebAssembly
 * @param {WebAssembly.Memory} memory
 * @returns {WebAssembly.Imports}
 */
export function withMemory(imports, memory) {
  return { ...imports, deferred: { memory } };
}

/** @param {WebAssembly.Module} module */
function buildId(module) {
  const [section] = WebAssembly.Module.customSections(module, "build_id");
  return section && new TextDecoder().decode(section);
}

/**
 * Wrap a function of JavaScript as one of WebAssembly.
 * @param {() => void} called
 */
function thunk(called) {
  const bytes = THUNK.match(/../g)?.map((byte) => parseInt(byte, 16)) ?? [];
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)), { e: { f: called } });
  return exports.f;
}

/**
 * Fetch bytes without a promise, which the caller of a deferred function cannot await.
 * @param {string} url
 */
function fetchSynchronously(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.overrideMimeType("text/plain; charset=x-user-defined"); // a page may not ask for bytes in this way
  request.send();
  if (request.status !== 200) throw new Error(`[${request.status}] ${url}`);
  const text = request.responseText;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** @param {Packed | null} packed */
function compileSynchronously(packed) {
  const { part, decoder } = packed ?? { part: fetchSynchronously(DEFERRED_PART), decoder: fetchSynchronously(ZSTD) };
  return new WebAssembly.Module(unpackedAtOnce(decoder, part));
}

/** @param {Packed | null} packed */
async function compile(packed) {
  const response = packed ? new Response(packed.part) : await fetch(DEFERRED_PART);
  if (!response.ok || !response.body) throw new Error(`[${response.status}] ${DEFERRED_PART}`);
  const unpacked = response.body.pipeThrough(unpacking(ZSTD));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }));
}

/** @param {string} url */
async function fetchBytes(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`[${response.status}] ${url}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Fetch the deferred part before Python begins, packed as it is stored. A synchronous request goes to the host alone, in
 * some browsers past the service worker, so it would fail without a connection.
 * @returns {Promise<Packed | null>} null if it cannot be fetched
 */
export async function fetchPacked() {
  try {
    const [part, decoder] = await Promise.all([fetchBytes(DEFERRED_PART), source(ZSTD)]);
    return { part, decoder };
  } catch (_) {
    return null;
  }
}

/**
 * Return the imports of the deferred part.
 * @param {FirstPart} first
 * @param {WebAssembly.Imports} imports of the first part
 * @param {WebAssembly.Module} deferred
 * @returns {WebAssembly.Imports}
 */
function deferredImports({ module, instance }, imports, deferred) {
  if (buildId(module) !== buildId(deferred)) throw new Error("two parts of WebAssembly that do not belong together");
  return { ...imports, deferred: instance.exports };
}

/**
 * Join the deferred part to the first part: from now on its functions are called directly.
 * @param {FirstPart} first
 * @param {WebAssembly.Imports} imports
 * @param {WebAssembly.Module} deferred
 */
export function joinParts(first, imports, deferred) {
  new WebAssembly.Instance(deferred, deferredImports(first, imports, deferred));
  activate(first);
}

/**
 * Let the deferred part call functions of the first part, and be called from now on.
 * @param {FirstPart} first
 */
function activate({ instance }) {
  const exports = /** @type {Exports} */ (instance.exports);
  exports["deferred.activate"]();
  exports["deferred.loaded"].value = 1;
}

/**
 * Load the deferred part when one of its functions is called.
 * @param {FirstPart} first
 * @param {WebAssembly.Imports} imports
 * @param {Packed | null} packed the deferred part, if it is fetched already
 * @returns {() => Promise<void>} a function that loads it earlier, and tries until it succeeds
 */
export function loadWhenCalled(first, imports, packed) {
  const exports = /** @type {Exports} */ (first.instance.exports);
  const isLoaded = () => exports["deferred.loaded"].value === 1;
  exports["deferred.table"].set(0, thunk(() => joinParts(first, imports, compileSynchronously(packed))));
  return async function load() {
    /** @type {WebAssembly.Module} */
    let deferred;
    try {
      deferred = await compile(packed);
    } catch (error) {
      console.warn(String(error)); // the connection may come back
      setTimeout(() => isLoaded() || load(), RETRY_MS);
      return;
    }
    if (isLoaded()) return;
    await WebAssembly.instantiate(deferred, deferredImports(first, imports, deferred));
    activate(first); // perhaps a second time, with the same functions
  };
}
