/* Checks that every part of the game belongs to this page, or else the game does not start.

   `serve.py build` writes what to expect into the page (tashkalar/site/integrity.py): a hash for each file that is
   fetched or imported, which the browser compares; a mark for each script and style sheet of the HTML, because frames
   without an origin cannot compare hashes of those; the size of WebAssembly, which is compiled while it arrives. A
   wrong part is named. If another version may be the reason, the page is loaded again, once. A checkout has no such
   data; there only missing parts are named. */

import { root } from "./dom.js";
import { expectPart, findStalledParts } from "./stalls.js";
import { isLoading, showBrokenPart } from "./start_error.js";

const RELOADED_KEY = "tashkalar.mended"; // in sessionStorage: the build that was loaded again
const ANSWER_TIMEOUT_MS = 4000;
const REFETCH_TIMEOUT_MS = 6000; // what has not arrived by then is fetched by the reloaded page
const script = /** @type {HTMLScriptElement} */ (document.currentScript);
const BASE = new URL("./", document.baseURI).href;
const BUILD = root.dataset.build || "";
/** @type {{hashes?: Record<string, string>, marks?: Record<string, string>, sizes?: Record<string, number>}} */
const expected = JSON.parse(script.dataset.integrity || "{}");
const hashes = new Map(Object.entries(expected.hashes ?? {}));
const marks = new Map(Object.entries(expected.marks ?? {}));
const sizes = new Map(Object.entries(expected.sizes ?? {}));
const originalFetch = window.fetch.bind(window);
/** @type {Map<string, Promise<void>>} */
const diagnoses = new Map(); // by the name of the suspected part
let isReloading = false;

/** @typedef {{name: string, reason: "network" | "wrong", what: string}} Finding */

/**
 * @param {string} url
 * @returns {string} the path of a part below the page; "" for any other address
 */
function nameOf(url) {
  const { href } = new URL(url, BASE);
  return href.startsWith(BASE) ? href.slice(BASE.length).split(/[?#]/)[0] : "";
}

/** @param {HTMLScriptElement | HTMLLinkElement} element */
function elementName(element) {
  return nameOf("src" in element ? element.src : element.href);
}

/**
 * Whether the service worker answers the page's requests. Its answers are all of one version, which was checked when
 * it was stored.
 */
export function isKept() {
  try {
    return Boolean(navigator.serviceWorker.controller);
  } catch (_) {
    return false; // without https, or in a sandboxed frame
  }
}

/** @param {string} name */
function hashOf(name) {
  const hash = hashes.get(name);
  return hash ? `sha256-${hash}` : "";
}

/**
 * Return the hash that the browser is to compare, "" for none.
 * @param {string} url
 */
export function integrityOf(url) {
  return isKept() ? "" : hashOf(nameOf(url));
}

/** Return the names of the parts of which under 1 kB came in 10 seconds. */
export function stalledParts() {
  return findStalledParts(originalFetch).map(nameOf);
}

/**
 * Blame the script that is not of this page for an error of the program, or else call `blameProgram`. A script with a few
 * wrong bits may run, and miss a function later.
 * @param {() => void} blameProgram
 */
export async function blameScripts(blameProgram) {
  if (isKept() || window.origin === "null") {
    blameProgram(); // the service worker has checked the scripts; such a frame cannot
    return;
  }
  const names = Array.from(document.scripts, elementName).filter((name) => hashes.has(name));
  const findings = await Promise.all(names.map((name) => examine(name)));
  const wrong = findings.find((finding) => finding?.reason === "wrong");
  if (wrong) reportBrokenPart(BASE + wrong.name);
  else blameProgram();
}

/** Whether a part is wrong or being examined. */
export function isSuspicious() {
  return diagnoses.size > 0;
}

/** @param {Response} response */
function isHtml(response) {
  return /^text\/html\b/i.test(response.headers.get("Content-Type") || "");
}

/**
 * @param {string} name
 * @param {RequestInit} options
 */
function fetchPart(name, options) {
  return originalFetch(BASE + name, { ...options, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
}

/**
 * Fetch a part again and say what is wrong with it.
 * @param {string} name
 * @returns {Promise<Finding | null>} null if nothing is wrong
 */
async function examine(name) {
  try {
    const response = await fetchPart(name, {});
    if (!response.ok) return { name, reason: "network", what: String(response.status) };
    if (isHtml(response)) return { name, reason: "wrong", what: "text/html" };
    await response.arrayBuffer();
  } catch (error) {
    return { name, reason: "network", what: String(error) };
  }
  // The service worker has unpacked packed parts, so their hashes differ.
  const integrity = isKept() && name.endsWith(".bin") ? "" : hashOf(name);
  const fits = !integrity || (await fetchPart(name, { integrity }).then(() => true, () => false));
  return fits ? null : { name, reason: "wrong", what: "another version, or not whole" };
}

/**
 * Find the part that is at fault.
 * @param {string} name of the part that failed; a module also fails if one that it imports is wrong
 * @returns {Promise<Finding>}
 */
async function findFault(name) {
  const finding = await examine(name);
  if (finding) return finding;
  /** @type {NodeListOf<HTMLScriptElement | HTMLLinkElement>} */
  const modules = document.querySelectorAll('script[type="module"], link[rel="modulepreload"]');
  const findings = await Promise.all(Array.from(modules, (module) => examine(elementName(module))));
  return findings.find(Boolean) ?? { name, reason: "wrong", what: "cannot be read" };
}

/** Fetch the page and its wrong parts past the browser's cache. */
async function refetchWrongParts() {
  const left = [...hashes.keys()];
  const refetchNext = async () => {
    for (let name = left.shift(); name; name = left.shift()) {
      await fetchPart(name, { integrity: hashOf(name) })
        .catch(() => fetchPart(String(name), { cache: "reload" }))
        .catch(() => {});
    }
  };
  const page = fetchPart("", { cache: "reload" }).catch(() => {});
  await Promise.all([page, refetchNext(), refetchNext(), refetchNext(), refetchNext()]);
}

/** Load the page again if that may help, but not twice before a game could begin; return whether it does. */
async function reloadOnce() {
  if (isReloading) return true;
  try {
    if (!BUILD || window.parent !== window || sessionStorage.getItem(RELOADED_KEY)) return false;
    sessionStorage.setItem(RELOADED_KEY, BUILD);
  } catch (_) {
    return false; // nothing would remember the attempt
  }
  isReloading = true;
  const timeout = new Promise((resolve) => {
    setTimeout(resolve, REFETCH_TIMEOUT_MS);
  });
  await Promise.race([refetchWrongParts(), timeout]);
  location.reload();
  return true;
}

/** @param {string} suspect */
async function diagnose(suspect) {
  const { name, reason, what } = await findFault(suspect);
  // English texts are better than none where a translation cannot be fetched.
  if (reason === "network" && name.startsWith("static/locale/") && !name.startsWith("static/locale/en/")) {
    diagnoses.delete(suspect);
    return;
  }
  if (reason === "network" && window.origin === "null") {
    showBrokenPart("sandbox", name); // to such a frame the game's files are on another site
    return;
  }
  const isAnswered = reason === "wrong" || what === "404";
  if (!(isAnswered && (await reloadOnce()))) showBrokenPart(reason, `${name}: ${what}`);
}

/**
 * Report a part that is missing or wrong: its fault is diagnosed and shown.
 * @param {string} url
 */
export function reportBrokenPart(url) {
  const name = nameOf(url);
  if (!isLoading() || diagnoses.has(name)) return;
  diagnoses.set(name, diagnose(name));
}

/**
 * Return the names of scripts that are not of this page.
 * @param {string} selector of the script elements that have run by now
 */
function unmarkedScripts(selector) {
  /** @type {NodeListOf<HTMLScriptElement>} */
  const elements = document.querySelectorAll(selector);
  const names = Array.from(elements, elementName);
  const seen = new Map(Object.entries(window.tashkalarMarks ?? {}));
  return names.filter((name) => marks.has(name) && seen.get(name) !== marks.get(name));
}

/** Return the style sheets that apply to this window: others load later, and their marks are not set. */
function appliedStyles() {
  /** @type {NodeListOf<HTMLLinkElement>} */
  const links = document.querySelectorAll('link[rel="stylesheet"]');
  return Array.from(links).filter((link) => window.matchMedia(link.media || "all").matches);
}

/** Return the names of style sheets that are not of this page. It makes the browser compute all styles, so it runs once. */
function unmarkedStyles() {
  if (isKept()) return []; // the service worker has checked them
  const styles = getComputedStyle(root);
  const markOf = (/** @type {string} */ name) => styles.getPropertyValue(`--mark-${name.split("/").pop()?.slice(0, -4)}`).trim();
  return appliedStyles().map(elementName).filter((name) => marks.has(name) && markOf(name) !== `"${marks.get(name)}"`);
}

function partsOfWrongSize() {
  return [...sizes.keys()].filter((name) => {
    const [entry] = performance.getEntriesByName(BASE + name);
    const size = entry instanceof PerformanceResourceTiming ? entry.decodedBodySize : 0;
    return !isKept() && size && size !== sizes.get(name);
  });
}

function wasReloaded() {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return navigation?.type === "reload";
}

function canBegin() {
  if (diagnoses.size || !isLoading()) return false;
  try {
    // Only a reloaded page has something to forget; an embedded board does not touch the storage.
    if (wasReloaded()) sessionStorage.removeItem(RELOADED_KEY);
  } catch (_) {
    // nothing was remembered
  }
  return true;
}

/** Return the promises of the style sheets that slow_styles.js waits for. */
function lateStyles() {
  const links = document.querySelectorAll("link[data-waiting]");
  return Array.from(links, (link) => new Promise((done) => { link.addEventListener("load", done); }));
}

/** @returns {boolean | Promise<boolean>} as `verifyAll` */
function verifyLateStyles() {
  unmarkedStyles().forEach(reportBrokenPart);
  return verifyAll();
}

/**
 * Return whether all parts are of this page; Python asks before the game begins.
 * @returns {boolean | Promise<boolean>} a promise only if a part is waited for or examined, because awaiting costs a frame
 */
export function verifyAll() {
  const late = lateStyles();
  if (late.length) return Promise.all(late).then(verifyLateStyles);
  for (const name of [...unmarkedScripts("script[src]:not([type])"), ...partsOfWrongSize()]) reportBrokenPart(name);
  return diagnoses.size ? Promise.all(diagnoses.values()).then(canBegin) : canBegin();
}

/** @type {typeof window.fetch} */
window.fetch = async (input, options) => {
  const url = input instanceof Request ? input.url : String(input);
  const name = nameOf(url);
  const isOurs = hashes.has(name) || sizes.has(name);
  if (name && isLoading()) expectPart(BASE + name);
  if (!isOurs || options?.integrity || options?.cache) return originalFetch(input, options);
  try {
    const response = await originalFetch(input, { ...options, integrity: integrityOf(url) });
    if (!response.ok || isHtml(response)) reportBrokenPart(url);
    return response;
  } catch (error) {
    reportBrokenPart(url);
    throw error;
  }
};

document.addEventListener("DOMContentLoaded", () => {
  for (const { sheet, href } of appliedStyles()) if (!sheet) reportBrokenPart(href);
  const scripts = unmarkedScripts("script[src]:not([type], [data-late])");
  for (const name of [...unmarkedStyles(), ...scripts]) reportBrokenPart(name);
});
