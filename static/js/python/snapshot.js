/* The memory snapshot of this build. On later visits start.js has looked for it long before this module and Pyodide's are
   loaded. docs/start.md describes the snapshot. */

import { yieldToMain, unpacking } from "./zstd.js";

/**
 * @typedef {object} SnapshotInfo written by the build
 * @property {string} file
 * @property {number} head how many bytes come before the memory
 * @property {number} sent the bytes of the packed file
 * @property {number} length of the content
 * @property {number} size of the memory
 * @property {number} heap the address where Python's allocated memory begins: nearly all of it is above
 * @property {[begin: number, end: number, from: number][]} runs of the memory that are not zero, and their place in the
 *   content; below zero for bytes that a new instance has there by itself
 * @property {string} hash of the unpacked content
 *
 * @typedef {{made: SnapshotInfo, arrived: Promise<Uint8Array<ArrayBuffer>>}} Kept a snapshot whose content is arriving
 */

// `serve.py build` replaces null by the data of its snapshot. Without it Python starts from the compiled library.
const SNAPSHOT = /** @type {SnapshotInfo | null} */ (null);
const CHECKED = "x-tashkalar-checked"; // header of a response that the service worker has unpacked and checked
const PIECE = 1 << 20;
const START_TIMEOUT_MS = 30_000;
const LONGEST_START_MS = 2500; // of a start without a snapshot
const FETCH_TIMEOUT_MS = 8000;
const REPORT_TIMEOUT_MS = 500; // a browser reports a request within this time

class Unfit extends Error {}

/** @param {ArrayBuffer} hash */
function hex(hash) {
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {Uint8Array<ArrayBuffer>} data
 * @returns {Promise<string>} its SHA-256
 */
async function digest(data) {
  return hex(await crypto.subtle.digest("SHA-256", data));
}

/**
 * Reject a promise that takes too long.
 * @template T
 * @param {Promise<T>} promise
 * @param {string} what
 * @returns {Promise<T>} rejected with Unfit
 */
export function withTimeout(promise, what) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unfit(`${what} took too long`)), START_TIMEOUT_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param {SnapshotInfo} made */
function addressOf(made) {
  return new URL(made.file, import.meta.url).href;
}

/**
 * Return an array that Pyodide takes for a snapshot of the whole memory. Pyodide reads the head, and copies the rest as a
 * `subarray`. Half of the rest would be zeros, so Pyodide gets an empty one, and `fill` writes the content into the memory.
 * @param {SnapshotInfo} made
 * @param {() => void} asked called when Pyodide asks for the rest
 * @returns {Uint8Array} without its head, which the caller fills in
 */
export function proxyArray({ head, size }, asked) {
  const whole = new Uint8Array(head);
  /** @type {(begin: number, end?: number) => Uint8Array} */
  const subarray = (begin, end) => {
    if (begin !== head) return Uint8Array.prototype.subarray.call(whole, begin, end);
    asked();
    return new Uint8Array();
  };
  return Object.defineProperties(whole, { length: { value: head + size }, subarray: { value: subarray } });
}

/**
 * Return the snapshot of the whole memory, for WebAssembly that makes its memory itself.
 * @param {SnapshotInfo} made
 * @param {Uint8Array} content
 */
export function expand({ head, size, runs }, content) {
  const whole = new Uint8Array(head + size);
  whole.set(content.subarray(0, head));
  for (const [begin, end, from] of runs) whole.set(content.subarray(from, from + end - begin), head + begin);
  return whole;
}

/**
 * Write Python's allocated memory into a new memory, before there is an instance or while it is made. The memory below
 * must be zero then.
 * @param {WebAssembly.Memory} memory
 * @param {SnapshotInfo} made
 * @param {Uint8Array} content
 */
export async function fill({ buffer }, { heap, runs }, content) {
  const bytes = new Uint8Array(buffer);
  for (const [begin, end, from] of runs) {
    for (let at = Math.max(begin, heap); from >= 0 && at < end; at += PIECE) {
      const first = from + at - begin;
      bytes.set(content.subarray(first, first + Math.min(PIECE, end - at)), at);
      await yieldToMain();
    }
  }
}

/**
 * Replace what a new instance has written by the content of the snapshot.
 * @param {WebAssembly.Instance} instance with the filled memory
 * @param {SnapshotInfo} made
 * @param {Uint8Array} content
 */
export function restore({ exports }, { runs }, content) {
  const bytes = new Uint8Array(/** @type {WebAssembly.Memory} */ (exports.memory).buffer);
  // What lies above it has never written to.
  const touched = /** @type {(more: number) => number} */ (exports.sbrk)(0);
  let at = 0;
  for (const [begin, end, from] of runs) {
    const last = Math.min(end, touched);
    bytes.fill(0, at, Math.max(at, Math.min(begin, touched)));
    if (from >= 0 && begin < last) bytes.set(content.subarray(from, from + last - begin), begin);
    at = end;
  }
  bytes.fill(0, at, Math.max(at, touched));
}

/**
 * @param {Promise<ArrayBuffer>} read
 * @param {SnapshotInfo} made
 * @param {boolean} [isChecked] whether its hash was checked when it was stored; checking takes as long as reading
 */
async function checked(read, { hash, length }, isChecked) {
  const content = new Uint8Array(await read);
  const fits = content.length === length && (isChecked || (await digest(content)) === hash);
  if (!fits) throw new Unfit("another content");
  return content;
}

/**
 * Keep the browser from reporting a rejection before the code that awaits the promise can handle it.
 * @template T
 * @param {Promise<T>} promise
 */
export function silence(promise) {
  promise.catch(() => {});
  return promise;
}

/**
 * Look for the snapshot in the caches, in the worker of a computer player, which starts after its page.
 * @param {SnapshotInfo} made
 */
async function find(made) {
  const href = addressOf(made);
  const answer = globalThis.caches && globalThis.crypto?.subtle && (await caches.match(href));
  return answer && { href, headers: answer.headers, content: answer.arrayBuffer() };
}

/**
 * Look for the stored snapshot; in a page, start.js has begun to read it.
 * @param {SnapshotInfo} made
 * @returns {Promise<Kept | null>}
 */
async function look(made) {
  const asked = self.document ? self.tashkalar?.keptSnapshot : find(made);
  const found = await withTimeout(Promise.resolve(asked), "looking for the snapshot");
  if (!found) return null;
  if (found.href !== addressOf(made)) throw new Unfit("another build's");
  return { made, arrived: silence(checked(found.content, made, found.headers.has(CHECKED))) };
}

/**
 * @param {Promise<Response>} fetched
 * @param {string} decoder
 */
async function unpacked(fetched, decoder) {
  const answer = await fetched;
  if (!answer.ok || !answer.body) throw new Unfit(`[${answer.status}] ${answer.url}`);
  return new Response(answer.body.pipeThrough(unpacking(decoder))).arrayBuffer();
}

/**
 * Estimate the milliseconds that the snapshot needs over this connection, from a file that has just arrived. The browser's
 * own estimate begins with the same value everywhere, so it is worth less.
 * @param {SnapshotInfo} made
 * @param {PerformanceResourceTiming} came
 */
function transferTime({ sent }, { requestStart, responseEnd, transferSize }) {
  return (sent * (responseEnd - requestStart)) / transferSize;
}

/**
 * Wait until the browser reports how a file arrived: mostly before it is compiled, on a busy machine a little later.
 * @param {string} part
 * @param {Promise<unknown>} arrived settled when the file has arrived
 * @returns {Promise<void>}
 */
function waitForReport(part, arrived) {
  return new Promise((done, failed) => {
    const watch = new PerformanceObserver((entries) => entries.getEntriesByName(part).length && end());
    const end = () => {
      watch.disconnect();
      done();
    };
    watch.observe({ type: "resource", buffered: true });
    arrived.then(() => setTimeout(end, REPORT_TIMEOUT_MS), failed);
  });
}

/**
 * Fetch the snapshot on a first visit, if that takes less time than the page has needed so far: then the connection is
 * quick compared with the processor. The service worker will find it in the browser's cache, so nothing comes twice. A
 * frame, which has no service worker, and a browser that saves data do without. If the browser has cached the part, it may
 * have cached the snapshot too.
 * @param {string} part a file that every start loads, which shows the speed of the connection
 * @param {Promise<unknown>} arrived settled when the part has arrived
 * @param {string} decoder the address of the decoder
 * @returns {Promise<Kept | null>}
 */
export async function fetchOnFirstVisit(part, arrived, decoder) {
  const isFrame = !self.document || self.parent !== self; // or a worker
  if (!SNAPSHOT || isFrame || !globalThis.crypto?.subtle || navigator.connection?.saveData) return null;
  await waitForReport(part, arrived);
  const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const [came] = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByName(part));
  if (!came) return null;
  const url = addressOf(SNAPSHOT);
  /** @type {Promise<Response>} */
  let asked;
  if (came.transferSize < came.encodedBodySize) {
    asked = silence(fetch(url, { cache: "only-if-cached", mode: "same-origin" }));
    if (!(await asked.then(({ ok }) => ok, () => false))) return null;
  } else {
    if (transferTime(SNAPSHOT, came) > Math.min(performance.now() - page.responseEnd, LONGEST_START_MS)) return null;
    asked = fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  }
  return { made: SNAPSHOT, arrived: silence(checked(unpacked(asked, decoder), SNAPSHOT)) };
}

/** Delete a snapshot that could not be used, so that a good copy can replace it; not in a worker, for the page may use it. */
export async function forget() {
  if (!SNAPSHOT || !self.document) return;
  for (const name of await caches.keys()) {
    await (await caches.open(name)).delete(addressOf(SNAPSHOT));
  }
}

let looked = SNAPSHOT && silence(look(SNAPSHOT));

/**
 * Return a promise of what is kept, of null when nothing is; null itself when none was made. From then on only the caller
 * has it, so that its memory is freed.
 */
export function takeSnapshot() {
  const taken = looked;
  looked = null;
  if (self.document) delete self.tashkalar.keptSnapshot;
  return taken;
}
