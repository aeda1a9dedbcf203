/* The memory snapshot of this build, if the browser keeps it, which start.js has looked for long before this module and
   those of Pyodide are there. docs/start.md tells more. */

import { breathe, unpacking } from "./zstd.js";

/**
 * @typedef {object} Made what the build tells of it
 * @property {string} file
 * @property {number} head how many bytes come before the memory
 * @property {number} sent its bytes on the way
 * @property {number} length of the content
 * @property {number} size of the memory
 * @property {number} heap where in it begins what Python has allocated: nearly all of it
 * @property {[begin: number, end: number, from: number][]} runs of the memory that are not zero, and where in the content
 *   they lie; below zero what a new instance has there by itself
 * @property {string} hash of the content as it is kept, unpacked
 *
 * @typedef {{made: Made, arrived: Promise<Uint8Array>}} Kept it is there, and so will be its content
 */

// `serve.py build` puts what it has made in the place of null. Without it every start is an ordinary one.
const SNAPSHOT = /** @type {Made | null} */ (null);
const CHECKED = "x-tashkalar-checked"; // what the service worker has unpacked has it
const PIECE = 1 << 20;
const PATIENCE = 30_000;
const LONGEST = 2500; // what a start without it never takes longer
const OVERDUE = 8000;
const UNTOLD = 500; // milliseconds in which a browser would have told

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
 * @param {() => void} asked that it asks for it
 * @returns {Uint8Array} to be filled with the head
 */
export function standIn({ head, size }, asked) {
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
 * @param {Made} made
 * @param {Uint8Array} content
 */
export function expand({ head, size, runs }, content) {
  const whole = new Uint8Array(head + size);
  whole.set(content.subarray(0, head));
  for (const [begin, end, from] of runs) whole.set(content.subarray(from, from + end - begin), head + begin);
  return whole;
}

/**
 * Put what Python had allocated into a new memory, before there is an instance, or while that is made. What lies below
 * has to be zero then.
 * @param {WebAssembly.Memory} memory
 * @param {Made} made
 * @param {Uint8Array} content
 */
export async function fill({ buffer }, { heap, runs }, content) {
  const bytes = new Uint8Array(buffer);
  for (const [begin, end, from] of runs) {
    for (let at = Math.max(begin, heap); from >= 0 && at < end; at += PIECE) {
      const first = from + at - begin;
      bytes.set(content.subarray(first, first + Math.min(PIECE, end - at)), at);
      await breathe();
    }
  }
}

/**
 * Make what an instance has written to what it was when the snapshot was taken.
 * @param {WebAssembly.Instance} instance that has been given the filled memory
 * @param {Made} made
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
 * @param {Made} made
 * @param {boolean} [isChecked] when it was stored: that takes as long as to read it
 */
async function checked(read, { hash, length }, isChecked) {
  const content = new Uint8Array(await read);
  const fits = content.length === length && (isChecked || (await digest(content)) === hash);
  if (!fits) throw new Unfit("another content");
  return content;
}

/**
 * Whoever uses it hears of what is wrong with it, perhaps later than the browser would like.
 * @template T
 * @param {Promise<T>} promise
 */
export function heard(promise) {
  promise.catch(() => {});
  return promise;
}

/**
 * A computer player's worker starts later than its page, and has to look for itself.
 * @param {Made} made
 */
async function find(made) {
  const href = addressOf(made);
  const answer = globalThis.caches && globalThis.crypto?.subtle && (await caches.match(href));
  return answer && { href, headers: answer.headers, content: answer.arrayBuffer() };
}

/**
 * On a later visit of a secure page start.js has begun to read it.
 * @param {Made} made
 * @returns {Promise<Kept | null>}
 */
async function look(made) {
  const asked = self.document ? self.tashkalar?.keptSnapshot : find(made);
  const found = await late(Promise.resolve(asked), "looking for the snapshot");
  if (!found) return null;
  if (found.href !== addressOf(made)) throw new Unfit("another build's");
  return { made, arrived: heard(checked(found.content, made, found.headers.has(CHECKED))) };
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
 * Milliseconds that it would take to come over this line, as what came just now tells. A browser's own guess is worth less: it
 * begins with one that is the same everywhere.
 * @param {Made} made
 * @param {PerformanceResourceTiming} came
 */
function timeToCome({ sent }, { requestStart, responseEnd, transferSize }) {
  return (sent * (responseEnd - requestStart)) / transferSize;
}

/**
 * That the browser tells how a part has come: mostly before it is compiled, on a busy machine a little later.
 * @param {string} part
 * @param {Promise<unknown>} arrived that it has come
 * @returns {Promise<void>}
 */
function reported(part, arrived) {
  return new Promise((done, failed) => {
    const watch = new PerformanceObserver((entries) => entries.getEntriesByName(part).length && end());
    const end = () => {
      watch.disconnect();
      done();
    };
    watch.observe({ type: "resource", buffered: true });
    arrived.then(() => setTimeout(end, UNTOLD), failed);
  });
}

/**
 * A first visit fetches it where it comes in less time than the page has needed until here: then the line is quick, and the
 * processor is not. The service worker will need it anyway, and finds it in the browser's cache; so a frame, which gets
 * none, and whoever saves data do without. Where the browser has kept the part, it may have kept this too.
 * @param {string} part that every start takes: how it came tells of the line
 * @param {Promise<unknown>} arrived that it has come
 * @param {string} decoder its address
 * @returns {Promise<Kept | null>}
 */
export async function bring(part, arrived, decoder) {
  const isFrame = !self.document || self.parent !== self; // or a worker
  if (!SNAPSHOT || isFrame || !globalThis.crypto?.subtle || navigator.connection?.saveData) return null;
  await reported(part, arrived);
  const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const [came] = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByName(part));
  if (!came) return null;
  const url = addressOf(SNAPSHOT);
  /** @type {Promise<Response>} */
  let asked;
  if (came.transferSize < came.encodedBodySize) {
    asked = heard(fetch(url, { cache: "only-if-cached", mode: "same-origin" }));
    if (!(await asked.then(({ ok }) => ok, () => false))) return null;
  } else {
    if (timeToCome(SNAPSHOT, came) > Math.min(performance.now() - page.responseEnd, LONGEST)) return null;
    asked = fetch(url, { signal: AbortSignal.timeout(OVERDUE) });
  }
  return { made: SNAPSHOT, arrived: heard(checked(unpacked(asked, decoder), SNAPSHOT)) };
}

/** Delete what could not be used, so that a good copy can take its place. What a worker has no use for may serve the page. */
export async function forget() {
  if (!SNAPSHOT || !self.document) return;
  for (const name of await caches.keys()) {
    await (await caches.open(name)).delete(addressOf(SNAPSHOT));
  }
}

/** A promise of what is kept, of null when nothing is. Null itself when none was made. */
export const snapshot = SNAPSHOT && look(SNAPSHOT);
snapshot?.catch(() => {});
