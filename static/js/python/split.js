/* The rung `split`: Pyodide's WebAssembly comes in two parts, and its memory can be filled before the first part is
   compiled. Functions of the browser that this replaces are replaced here. docs/upgrading.md lists the private details of
   Pyodide that it relies on. */

import { fetchPacked, loadWhenCalled, newMemory, withMemory } from "./deferred_wasm.js";
import { fill, proxyArray, restore } from "./snapshot.js";
import { yieldToMain, unpacking } from "./zstd.js";

/**
 * @typedef {Map<string, () => Promise<Response>>} Answers to Pyodide's fetches, by address
 * @typedef {object} SplitWasm the two parts of WebAssembly on their way
 * @property {Promise<unknown>} compiling settled when the first part is compiled
 * @property {Promise<WebAssembly.Instance>} instance of the first part
 * @property {(memory: WebAssembly.Memory | null) => void} useMemory give the instance a filled memory
 * @property {() => Promise<void>} loadDeferred load the second part
 */

const ASKED = new URL("../../vendor/pyodide/pyodide.asm.wasm", import.meta.url).href; // by Pyodide
const ZSTD = new URL("../../vendor/zstd/zstd.wasm", import.meta.url).href;
const TYPE = "application/wasm";
export const FIRST_PART = `${ASKED}.bin`;

/**
 * Compile the first part, which a host sends packed and the service worker unpacked.
 * @param {typeof fetch} originalFetch
 */
async function compileFirstPart(originalFetch) {
  const answer = await originalFetch(FIRST_PART);
  if (answer.headers.get("Content-Type") === TYPE) return WebAssembly.compileStreaming(answer);
  if (!answer.ok || !answer.body) throw new Error(`[${answer.status}] ${FIRST_PART}`);
  const unpacked = answer.body.pipeThrough(unpacking(ZSTD));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "Content-Type": TYPE } }));
}

/**
 * Begin to compile, and give Pyodide the result. Pyodide streams its WebAssembly by itself. It has no setting for what
 * start.js or this function has begun to compile, does not know packed WebAssembly, and reports no failure.
 * @param {Answers} answers
 * @param {typeof fetch} originalFetch
 * @returns {SplitWasm}
 */
export function beginSplit(answers, originalFetch) {
  const page = self.tashkalar; // workers start here too, and have no window
  // In a page that the service worker answers, and in a worker, which has no other way to wait for a host.
  const packed = !self.document || page.isKept() ? fetchPacked() : null;
  const streaming = WebAssembly.instantiateStreaming;
  const compile = () => compileFirstPart(originalFetch);
  const compiled = page?.compiledWasm?.catch(compile) ?? compile();
  compiled.catch(() => page?.reportBrokenPart(FIRST_PART));
  const instantiated = /** @type {PromiseWithResolvers<WebAssembly.Instance>} */ (Promise.withResolvers());
  /** @type {WebAssembly.Memory | null} */
  let memory = null;
  let loadDeferred = async () => {};
  const promised = new WeakSet();
  answers.set(ASKED, async () => {
    const answer = new Response();
    promised.add(answer);
    return answer;
  });
  // It stays replaced, because a failed start may still go on.
  WebAssembly.instantiateStreaming = async (source, imports = {}) => {
    if (!promised.has(await source)) return streaming.call(WebAssembly, source, imports);
    const module = await compiled;
    await yieldToMain();
    const given = withMemory(imports, memory ?? newMemory());
    memory = null;
    const made = { module, instance: await WebAssembly.instantiate(module, given) };
    loadDeferred = loadWhenCalled(made, imports, await packed);
    instantiated.resolve(made.instance);
    await yieldToMain();
    return made;
  };
  return {
    compiling: compiled,
    instance: instantiated.promise,
    useMemory: (filled) => { memory = filled; },
    loadDeferred: () => loadDeferred(),
  };
}

/**
 * Fill the memory from a snapshot while WebAssembly is compiled.
 * @param {SplitWasm} split
 * @param {import("./snapshot.js").Kept} kept
 * @returns {{whole: Uint8Array, ready: Promise<unknown>}} what Pyodide gets as its snapshot, once it is ready
 */
export function fillEarly({ instance, useMemory }, { made, arrived }) {
  let complete = () => {};
  const whole = proxyArray(made, () => {
    complete();
    complete = () => {}; // it holds the content, and Pyodide holds the array
  });
  const begun = newMemory(made.size);
  useMemory(begun);
  const filled = arrived.then((content) => fill(begun, made, content));
  const ready = Promise.all([arrived, instance, filled]).then(([content, first]) => {
    whole.set(content.subarray(0, made.head));
    complete = () => restore(first, made, content);
  });
  return { whole, ready };
}
