/* Makes Chromium keep the optimized code of Pyodide's WebAssembly, which a new tab would otherwise make again. V8 stores it
   beside the file that the service worker has stored, but only once a megabyte is optimized; a start optimizes half of that.
   So a worker, which has the same code as its page, plays some games, once for each stored file. */

/** @typedef {{cache: Cache, note: string}} Place where it is noted that the worker has played */

const DELAY_MS = 5000; // after the page is ready: the first decisions come before
const LONGEST_MS = 60_000;

/**
 * Find the cache that has the file; the note beside it goes when the service worker stores another version.
 * @param {string} file
 * @returns {Promise<Place | null>} null if the worker has nothing to do
 */
async function findPlace(file) {
  const note = `${file}?optimized`;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const kept = await cache.keys(file, { ignoreSearch: true });
    if (kept.length) return kept.some(({ url }) => url === note) ? null : { cache, note };
  }
  return null;
}

/** @param {number} ms */
function wait(ms) {
  return new Promise((done) => { setTimeout(done, ms); });
}

/** Let a worker play; it ends when it has played, or cannot. */
async function play() {
  const worker = new Worker(new URL("./optimizing_worker.js", import.meta.url), { type: "module" });
  const ended = new Promise((done) => { worker.onmessage = worker.onerror = done; });
  await Promise.race([ended, wait(LONGEST_MS)]);
  worker.terminate();
}

/**
 * Have the code of a file optimized and stored, unless that is done, the browser is another, or it saves data.
 * @param {string} file the address of WebAssembly
 */
export async function keepOptimizedCode(file) {
  if (!("userAgentData" in navigator) || navigator.connection?.saveData) return; // only Chromium stores it
  await wait(DELAY_MS);
  const place = await findPlace(file);
  if (!place) return;
  await play();
  await place.cache.put(place.note, new Response());
}
