/* The memory snapshot of this build, if the browser keeps it: looked for as soon as this module is loaded, long before
   Pyodide and its own modules are, and by a worker. docs/start.md tells more. */

/**
 * @typedef {object} Made what the build tells of it
 * @property {string} file
 * @property {number} head how many bytes come before the memory
 * @property {number} size of the memory
 * @property {[number, number][]} runs where in the memory what follows the head belongs; all else is zero
 * @property {string} hash of the content as it is kept, unpacked
 * @property {string[]} archives the hashes of those that it was made for
 *
 * @typedef {{made: Made, arrived: Promise<Uint8Array>}} Kept it is there, and so will be its content
 */

// `serve.py build` puts what it has made in the place of null. Without it every start is an ordinary one.
const SNAPSHOT = /** @type {Made | null} */ (null);
const PATIENCE = 30_000;

export class Unfit extends Error {}

/** @param {ArrayBuffer} hash */
function hex(hash) {
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {Uint8Array<ArrayBuffer>} data
 * @returns {Promise<string>} its SHA-256
 */
export async function digest(data) {
  return hex(await crypto.subtle.digest("SHA-256", data));
}

/**
 * Give up a promise that takes too long.
 * @template T
 * @param {Promise<T>} promise
 * @param {string} what
 * @returns {Promise<T>} rejected with Unfit
 */
export function late(promise, what) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unfit(`${what} took too long`)), PATIENCE);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param {Made} made */
function addressOf(made) {
  return new URL(made.file, import.meta.url).href;
}

/**
 * What Pyodide takes for a snapshot of the whole memory: it reads the head, and asks for the rest as a `subarray`, which it
 * copies. Half of that would be zeros, so it gets an empty one, and what is kept goes straight to where it belongs.
 * @param {Made} made
 * @param {() => void} restore
 * @returns {Uint8Array} to be filled with the head
 */
export function standIn({ head, size }, restore) {
  const whole = new Uint8Array(head);
  /** @type {(begin: number, end?: number) => Uint8Array} */
  const subarray = (begin, end) => {
    if (begin !== head) return Uint8Array.prototype.subarray.call(whole, begin, end);
    restore();
    return new Uint8Array();
  };
  return Object.defineProperties(whole, { length: { value: head + size }, subarray: { value: subarray } });
}

/**
 * Make the memory of a new instance what it was when the snapshot was taken.
 * @param {WebAssembly.Instance} instance
 * @param {Made} made
 * @param {Uint8Array} content
 */
export function fill({ exports }, { head, size, runs }, content) {
  const memory = /** @type {WebAssembly.Memory} */ (exports.memory).buffer;
  const bytes = new Uint8Array(memory, 0, size);
  // What lies above has never been written to, and is zero by itself.
  const touched = /** @type {(more: number) => number} */ (exports.sbrk)(0);
  let [read, at] = [head, 0];
  for (const [begin, end] of runs) {
    bytes.fill(0, at, Math.max(at, Math.min(begin, touched)));
    bytes.set(content.subarray(read, read + end - begin), begin);
    read += end - begin;
    at = end;
  }
  bytes.fill(0, at, Math.max(at, touched));
}

/**
 * Let a worker look for it.
 * @param {Made} made
 * @returns {Promise<Kept | null>}
 */
function look(made) {
  const kept = /** @type {PromiseWithResolvers<Kept | null>} */ (Promise.withResolvers());
  const arrived = /** @type {PromiseWithResolvers<Uint8Array>} */ (Promise.withResolvers());
  const worker = new Worker(new URL("./kept.js", import.meta.url));
  /** @param {() => void} settle */
  const end = (settle) => {
    worker.terminate();
    settle();
  };
  /** @param {string} reason */
  const fail = (reason) => end(() => [kept, arrived].forEach(({ reject }) => reject(new Unfit(reason))));
  worker.onmessage = ({ data: { kept: found, content, hash, error } }) => {
    if (found) kept.resolve({ made, arrived: arrived.promise });
    else if (found === false) end(() => kept.resolve(null));
    else if (error) fail(error);
    else if (hex(hash) !== made.hash) fail("another content");
    else end(() => arrived.resolve(new Uint8Array(content)));
  };
  worker.onerror = () => fail("its worker did not start");
  worker.postMessage(addressOf(made));
  arrived.promise.catch(() => {}); // whoever uses it hears of it
  return late(kept.promise, "looking for the snapshot");
}

/**
 * Only secure pages have both. The service worker has put it there, and answers a page's later visits. A computer player's
 * worker starts later, and is not told who answers its page: it looks whether the snapshot is kept by now.
 * @param {Made} made
 */
async function lookIfWorthwhile(made) {
  const able = globalThis.caches && globalThis.crypto?.subtle;
  return able && (!self.document || navigator.serviceWorker?.controller) ? look(made) : null;
}

/** Delete what could not be used, so that a good copy can take its place. What a worker has no use for may serve the page. */
export async function forget() {
  if (!SNAPSHOT || !self.document) return;
  for (const name of await caches.keys()) {
    await (await caches.open(name)).delete(addressOf(SNAPSHOT));
  }
}

/** A promise of what is kept, of null when nothing is. Null itself when none was made. */
export const snapshot = SNAPSHOT && lookIfWorthwhile(SNAPSHOT);
snapshot?.catch(() => {});
