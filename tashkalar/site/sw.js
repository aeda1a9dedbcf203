/* The service worker. It keeps one whole version of the site and answers from that alone, so a page
   and its parts always belong together. `serve.py build` bundles it with Workbox and puts the build
   and the list of its files in the place of __SITE__. */
import { setCacheNameDetails } from "workbox-core";
import { PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";

import { unpacking } from "../../static/js/python/zstd.js";

const CHECKED = "x-tashkalar-checked"; // snapshot.js knows it too
const PAGES_WITHOUT_GAME = ["docs/", "rules/", "cards/", "print/"]; // LEFT_TO_THE_HOST of offline.py

/** @typedef {{ask: "build" | "apply"} | {ask: "claim", build: string}} Question of static/js/offline/offline.js */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const { build, files, packed, decoder } = __SITE__;

// Several projects may share the origin: Workbox adds the scope, static/js/offline/offline.js looks for both.
setCacheNameDetails({ prefix: "tashkalar" });

// What the page has just fetched need not be fetched again; every file is checked against its hash.
/** @type {RequestCache} */
let cacheMode = "no-cache";
const LANES = 4; // files that are fetched at the same time; more would take the line from the game

/** @param {string} name */
function addressOf(name) {
  return new URL(name, worker.location.href).href;
}

/**
 * What is to be stored. Of what came packed as a whole it is the content: a start has no time to unpack it, nor to check
 * it. That has been done then: its hash while it was fetched, and the sum in it now.
 * @param {Response} found
 */
function toStore(found) {
  if (found.status >= 400) return null;
  const isPacked = packed.some((name) => addressOf(name) === found.url);
  if (!isPacked || !found.body) return found;
  const type = found.url.endsWith(".wasm.bin") ? "application/wasm" : "application/octet-stream";
  const whole = found.body.pipeThrough(unpacking(addressOf(decoder)));
  return new Response(whole, { headers: { "Content-Type": type, [CHECKED]: build } });
}

const controller = new PrecacheController({
  plugins: [{ cacheWillUpdate: async ({ response }) => toStore(response) }]
});
controller.addToCacheList(files);

/**
 * Fetch a file that is not stored yet, and store it.
 * @param {string} url
 */
async function storeFile(url) {
  const cacheKey = /** @type {string} */ (controller.getCacheKeyForURL(url));
  const integrity = controller.getIntegrityForCacheKey(cacheKey);
  const request = new Request(url, { integrity, cache: cacheMode, credentials: "same-origin" });
  // Not the real event: Workbox would report the first attempt to it, and that may fail.
  const event = /** @type {ExtendableEvent} */ (/** @type {unknown} */ ({ type: "install", waitUntil() {} }));
  await Promise.all(controller.strategy.handleAll({ event, request, params: { cacheKey } }));
}

/* Store what is not stored yet, until a file fails. Workbox stores one after another: over a slow line each would wait for
   the answer to the one before. */
async function storeAll() {
  const left = controller.getCachedURLs();
  /** @type {unknown[]} */
  const errors = [];
  const storeOnes = async () => {
    for (let url = left.shift(); url && !errors.length; url = left.shift()) {
      await storeFile(url).catch((error) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: LANES }, storeOnes));
  if (errors.length) throw errors[0];
}

async function install() {
  try {
    await storeAll();
  } catch (_) {
    // Something between here and the host says "not modified" about a file that was.
    cacheMode = "reload";
    await storeAll();
  }
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => controller.activate(event));

const known = new PrecacheRoute(controller, { ignoreURLParametersMatching: [/^/], cleanURLs: false });

/**
 * Tell a start that waits for a part, and asks for its first bytes (static/js/boot/stalls.js), that the part is here. It
 * would break off a longer answer, which Firefox reports as an error of the page.
 * @param {{request: Request}} asked
 */
async function confirmPart({ request }) {
  const kept = await controller.matchPrecache(request).catch(() => undefined);
  return kept ? new Response(null, { status: 204 }) : fetch(request);
}

/**
 * Ask the host where the cache cannot be read. Its file has to be of this version too.
 * @param {{request: Request, params?: any}} asked
 */
async function fetchSameVersion({ request, params }) {
  return fetch(request.url, { integrity: params.integrity, cache: "no-cache", credentials: "same-origin" });
}

registerRoute((asked) => asked.request.headers.has("range") && known.match(asked), confirmPart);
const route = registerRoute(
  (asked) => !asked.request.headers.has("x-tashkalar-repair") && known.match(asked),
  known.handler
);
route.setCatchHandler({ handle: fetchSameVersion });

/** @param {Client} page */
async function othersThan(page) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isGame = (/** @type {string} */ url) =>
    url.startsWith(worker.registration.scope) && !PAGES_WITHOUT_GAME.some((folder) => url.startsWith(addressOf(folder)));
  return pages.filter(({ id, url }) => id !== page.id && isGame(url)).length;
}

/**
 * @param {Question} question
 * @param {Client} page
 */
async function answer(question, page) {
  if (question.ask === "claim" && question.build === build) await worker.clients.claim();
  if (question.ask === "apply") {
    const others = await othersThan(page);
    if (!others) await worker.skipWaiting();
    return { others };
  }
  return { build };
}

worker.addEventListener("message", (event) => {
  const page = /** @type {Client} */ (event.source);
  event.waitUntil(answer(event.data, page).then((reply) => event.ports[0].postMessage(reply)));
});

/**
 * Show the page that a notification comes from, or another one of the game.
 * @param {string} address of the page
 */
async function showPage(address) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url === address) ?? pages[0];
  await (page ? page.focus() : worker.clients.openWindow(address));
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showPage(event.notification.data));
});
