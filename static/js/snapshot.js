/* The memory snapshot of this build, if the browser keeps it: looked for and unpacked as soon as this module is
   loaded, long before Pyodide and its own modules are, and by a worker. docs/start.md tells more. */

/**
 * @typedef {{file: string, size: number, hash: string, archives: string[]}} Made what the build tells of it
 * @typedef {{whole: Uint8Array, unpacked: Promise<void>, archives: string[]}} Kept a buffer, a promise that it
 *   is filled, and the hashes of the archives that it was made for
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
 * Let a worker look for it.
 * @param {Made} made
 * @returns {Promise<Kept | null>}
 */
function look(made) {
  const kept = /** @type {PromiseWithResolvers<Kept | null>} */ (Promise.withResolvers());
  const unpacked = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());
  const worker = new Worker(new URL("./unpack.js", import.meta.url));
  const whole = new Uint8Array(made.size);
  let filled = 0;
  /** @param {() => void} settle */
  const end = (settle) => {
    worker.terminate();
    settle();
  };
  /** @param {string} reason */
  const fail = (reason) => end(() => [kept, unpacked].forEach(({ reject }) => reject(new Unfit(reason))));
  worker.onmessage = ({ data: { kept: found, piece, error, done } }) => {
    if (found) kept.resolve({ whole, unpacked: unpacked.promise, archives: made.archives });
    else if (found === false) end(() => kept.resolve(null));
    else if (error) fail(error);
    else if (piece && filled + piece.length > whole.length) fail("too long");
    else if (piece) {
      whole.set(piece, filled);
      filled += piece.length;
    } else if (filled !== whole.length) fail("too short");
    else if (hex(done) !== made.hash) fail("another content");
    else end(unpacked.resolve);
  };
  worker.onerror = () => fail("its worker did not start");
  worker.postMessage(addressOf(made));
  unpacked.promise.catch(() => {}); // whoever uses it hears of it
  return late(kept.promise, "looking for the snapshot");
}

/**
 * Only secure pages have all three. The service worker has put it there, and answers a page's later visits.
 * @param {Made} made
 */
async function lookIfWorthwhile(made) {
  const able = globalThis.caches && globalThis.crypto?.subtle && globalThis.DecompressionStream;
  return able && navigator.serviceWorker?.controller ? look(made) : null;
}

/** Delete what could not be used, so that a good copy can take its place. */
export async function forget() {
  if (!SNAPSHOT) return;
  for (const name of await caches.keys()) {
    await (await caches.open(name)).delete(addressOf(SNAPSHOT), { ignoreSearch: true });
  }
}

/** A promise of what is kept, of null when nothing is. Null itself when none was made. */
export const snapshot = SNAPSHOT && lookIfWorthwhile(SNAPSHOT);
snapshot?.catch(() => {});
