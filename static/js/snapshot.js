/* The memory snapshot of this build, if the browser keeps it: looked for and unpacked as soon as this module is
   loaded, long before Pyodide and its own modules are, and by a worker. docs/start.md tells more. */

// `serve.py build` puts {file, size, hash, archives} here. Without it every start is an ordinary one.
const SNAPSHOT = null;
const PATIENCE = 30_000;
const URL_OF_IT = SNAPSHOT && new URL(SNAPSHOT.file, import.meta.url).href;

export class Unfit extends Error {}

function hex(hash) {
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function digest(data) {
  return hex(await crypto.subtle.digest("SHA-256", data));
}

export function late(promise, what) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unfit(`${what} took too long`)), PATIENCE);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Let a worker look for it. A promise of null, or of a buffer and of a promise that it is filled. */
function look() {
  const kept = Promise.withResolvers();
  const unpacked = Promise.withResolvers();
  const worker = new Worker(new URL("./unpack.js", import.meta.url));
  const whole = new Uint8Array(SNAPSHOT.size);
  let filled = 0;
  const end = (settle) => {
    worker.terminate();
    settle();
  };
  const fail = (reason) => end(() => [kept, unpacked].forEach(({ reject }) => reject(new Unfit(reason))));
  worker.onmessage = ({ data: { kept: found, piece, error, done } }) => {
    if (found) kept.resolve({ whole, unpacked: unpacked.promise, archives: SNAPSHOT.archives });
    else if (found === false) end(() => kept.resolve(null));
    else if (error) fail(error);
    else if (piece && filled + piece.length > whole.length) fail("too long");
    else if (piece) {
      whole.set(piece, filled);
      filled += piece.length;
    } else if (filled !== whole.length) fail("too short");
    else if (hex(done) !== SNAPSHOT.hash) fail("another content");
    else end(unpacked.resolve);
  };
  worker.onerror = () => fail("its worker did not start");
  worker.postMessage(URL_OF_IT);
  unpacked.promise.catch(() => {}); // whoever uses it hears of it
  return late(kept.promise, "looking for the snapshot");
}

// Only secure pages have all three. The service worker has put it there, and answers a page's later visits.
async function lookIfWorthwhile() {
  const able = globalThis.caches && globalThis.crypto?.subtle && globalThis.DecompressionStream;
  return able && navigator.serviceWorker?.controller ? look() : null;
}

/** Delete what could not be used, so that a good copy can take its place. */
export async function forget() {
  for (const name of await caches.keys()) {
    await (await caches.open(name)).delete(URL_OF_IT, { ignoreSearch: true });
  }
}

/** A promise of {whole, unpacked, archives}: a buffer, a promise that it is filled, and the hashes of the
    archives that it was made for; of null when none is kept. Null itself when none was made. */
export const snapshot = SNAPSHOT && lookIfWorthwhile();
snapshot?.catch(() => {});
