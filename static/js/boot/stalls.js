/* Finds the parts of the game that do not arrive while the game starts. Browsers do not say how much of a file has come, so
   a second request asks for the first bytes of a part that is waited for. Nothing is broken off: the part may still come. */

import { handled } from "./dom.js";

const FIRST_BYTES = 1024;
const PROBE_AFTER_MS = 3000; // of waiting for a part
const STALLED_AFTER_MS = 10000;
const MOST_PROBES = 2; // at once: a slow line carries the parts as well
/** @typedef {{since: number, alive: boolean, probe: AbortController | null, probed: number}} Wait */
/** @type {Map<string, Wait>} */
const waits = new Map(); // by URL

/** Note the scripts, modules and style sheets of the document. slow_styles.js has waited for some of the last. */
function expectDocumentParts() {
  /** @type {NodeListOf<HTMLScriptElement | HTMLLinkElement>} */
  const elements = document.querySelectorAll('script[src]:not([type="py"]), link:is([rel="stylesheet"], [rel="modulepreload"])');
  for (const element of elements) {
    expectPart("src" in element ? element.src : element.href, element.dataset.waiting === undefined ? performance.now() : 0);
  }
}

/**
 * Whether a part has arrived, or failed; the second request for it does not count.
 * @param {string} url
 * @param {Wait} wait
 */
function hasArrived(url, { probed }) {
  return performance.getEntriesByName(url).some(({ startTime }) => startTime < probed);
}

/**
 * Note a request that the document does not name.
 * @param {string} url
 * @param {number} since the time of the request, in milliseconds since the page was asked for
 */
export function expectPart(url, since = performance.now()) {
  if (!waits.has(url)) waits.set(url, { since, alive: false, probe: null, probed: Infinity });
}

/**
 * Ask for the first bytes of a part, and note whether they come.
 * @param {string} url
 * @param {Wait} wait
 * @param {typeof fetch} ask
 */
async function probe(url, wait, ask) {
  const { signal } = (wait.probe = new AbortController());
  wait.probed = performance.now();
  const response = await ask(url, { cache: "no-store", headers: { Range: `bytes=0-${FIRST_BYTES - 1}` }, signal });
  const reader = response.body?.getReader();
  let came = 0;
  for (let done = !reader; !done && came < FIRST_BYTES;) {
    const piece = /** @type {ReadableStreamReadResult<Uint8Array>} */ (await reader?.read());
    done = piece.done;
    came += piece.value?.length ?? 0;
  }
  wait.alive = true; // it is whole, or has enough of it
  wait.probe.abort();
}

/**
 * Look again which parts are waited for.
 * @param {typeof fetch} ask the browser's own function
 * @returns {string[]} the URLs of parts of which under 1 kB came in 10 seconds
 */
export function findStalledParts(ask) {
  expectDocumentParts();
  const now = performance.now();
  for (const [url, wait] of waits) {
    if (hasArrived(url, wait)) endWait(url);
  }
  const running = [...waits.values()].filter((wait) => wait.probe && !wait.alive).length;
  const waiting = [...waits].filter(([, wait]) => !wait.probe && now - wait.since > PROBE_AFTER_MS);
  for (const [url, wait] of waiting.slice(0, MOST_PROBES - running)) handled(probe(url, wait, ask));
  return [...waits].filter(([, wait]) => !wait.alive && now - wait.since > STALLED_AFTER_MS).map(([url]) => url);
}

/** @param {string} url */
function endWait(url) {
  const wait = waits.get(url);
  if (!wait?.alive) wait?.probe?.abort();
  waits.delete(url);
}

/** Stop looking: the game has started, or cannot. */
export function forgetParts() {
  [...waits.keys()].forEach(endWait);
}
