/* The app without a network: registers the service worker once the game is playable, offers a new version
   when one lies ready, and repairs the installation. Does without Python, so that it also helps where
   Python does not start. What it says stands in the page. */
export {};

const HOUR = 3600000;
const TOAST = 6000;
const CHECK_TIMEOUT_MS = 30000;
const FILE_TIMEOUT_MS = 300000; // for one file, over a slow line too
const root = document.documentElement;
const SCOPE = new URL("./", document.baseURI).href;
const BUILD = root.dataset.build || ""; // only built sites have one, and a service worker
/** @type {ServiceWorkerRegistration | null} */
let registration = null;
/** @type {ServiceWorker | null} */
let watched = null;
let isLeaving = false;
let lastCheck = Date.now();

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * @param {string} selector
 * @returns {NodeListOf<HTMLElement>}
 */
function all(selector) {
  return document.querySelectorAll(selector);
}

function serviceWorkers() {
  try {
    return navigator.serviceWorker || null;
  } catch (_) {
    return null; // a sandboxed frame
  }
}

// The code below uses it only where it exists.
const container = /** @type {ServiceWorkerContainer} */ (serviceWorkers());

/**
 * @param {ServiceWorker} worker
 * @param {{ask: "build" | "apply"} | {ask: "claim", build: string}} question
 * @returns {Promise<{build?: string, others?: number}>} the answer of tashkalar/site/sw.js
 */
function ask(worker, question) {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = (event) => resolve(event.data);
    worker.postMessage(question, [channel.port2]);
  });
}

/**
 * Show one of several sentences of the page and hide the others.
 * @param {string} selector of all sentences
 * @param {string} word of the sentence to show
 */
function choose(selector, word) {
  for (const line of all(selector)) line.hidden = line.dataset.word !== word;
}

/** @param {string} word see docs/page.md */
function offlineState(word) {
  root.dataset.offline = word;
  choose("#version-offline [data-word]", word);
}

// One restart may be reported twice; a second reload would interrupt the first.
function reload() {
  if (isLeaving) return;
  isLeaving = true;
  location.reload();
}

// -- the service worker ---------------------------------------------------------------------------

function offer() {
  choose("#update [data-word]", "ready");
  choose("#version-update [data-word]", "ready");
  byId("version-restart").hidden = false;
  byId("update").hidden = false;
}

// During a game the notice would cover the board, so it waits for the next screen with room.
function tellReady() {
  if (!/^(start|learn)$/.test(document.body.dataset.screen || "")) {
    const screens = new MutationObserver(() => {
      screens.disconnect();
      tellReady();
    });
    screens.observe(document.body, { attributeFilter: ["data-screen"] });
    return;
  }
  const template = /** @type {HTMLTemplateElement} */ (byId("tpl-offline-ready"));
  const toast = /** @type {Element} */ (template.content.firstElementChild?.cloneNode(true));
  byId("toasts").append(toast);
  setTimeout(() => toast.remove(), TOAST);
}

async function settled() {
  offlineState("ready");
  if (container.controller) return;
  // The page was loaded past the service worker. Files that it fetches later must be of the same version.
  const active = registration?.active;
  if (!active) return;
  if ((await ask(active, { ask: "build" })).build === BUILD) await ask(active, { ask: "claim", build: BUILD });
  else if (!registration?.installing) offer();
}

function look() {
  const { waiting, active } = registration || {};
  if (active?.state !== "activated") return;
  if (!waiting) {
    settled();
    return;
  }
  offlineState("ready"); // the stored version is complete; the next one is stored beside it
  offer();
}

function watch() {
  const { installing, active } = registration || {};
  if (!installing || installing === watched) return;
  watched = installing;
  if (!active) offlineState("installing");
  let isWhole = false;
  installing.addEventListener("statechange", () => {
    isWhole ||= installing.state === "installed";
    if (installing.state === "activated" && !active) tellReady();
    if (installing.state !== "redundant") look();
    else if (!isWhole && active) choose("#version-update [data-word]", "failed");
    else if (!isWhole) offlineState("failed");
  });
}

/** @param {ServiceWorkerRegistration} [known] */
async function register(known) {
  // WebKit never answers a second time if the page was left while the service worker was installing.
  registration = known ?? (await container.register("./sw.js", { updateViaCache: "none" }));
  registration.addEventListener("updatefound", watch);
  watch();
  look();
}

/* At the start of the page: store the app, or look whether there is a newer one. */
async function begin() {
  if (window.parent !== window) return; // a board in another page
  const known = await container.getRegistration(SCOPE);
  if (!known && root.dataset.app !== "ready") return;
  try {
    await register(known);
    if (known && navigator.onLine) await update();
  } catch (_) {
    if (!known) offlineState("failed");
  }
}

/* The browser only asks whether the worker was modified, and some hosts answer by a date that all their
   files share. Once it is fetched past that question, the browser compares it with what it has just got. */
async function update() {
  lastCheck = Date.now();
  await fetch("./sw.js", { cache: "reload" });
  await registration?.update();
}

/* The game is saved at every decision, so a restart loses nothing. Other tabs would be left with parts of
   two versions: the worker only takes over where this page is the only one. */
async function restart() {
  const waiting = registration?.waiting;
  if (!waiting) {
    reload();
    return;
  }
  waiting.addEventListener("statechange", () => {
    if (waiting.state === "activated") reload();
  });
  const { others } = await ask(waiting, { ask: "apply" });
  if (!others) return;
  choose("#update [data-word]", "others");
  choose("#version-update [data-word]", "others");
}

async function changedUnderneath() {
  const { controller } = container;
  if (controller && (await ask(controller, { ask: "build" })).build !== BUILD) reload();
}

// -- version and repair ---------------------------------------------------------------------------

/**
 * @param {number} milliseconds
 * @returns {Promise<never>}
 */
function rejectAfter(milliseconds) {
  return new Promise((_, reject) => { setTimeout(() => reject(new Error("no answer")), milliseconds); });
}

async function fetchVersion() {
  if (!registration) await register();
  await update();
}

async function check() {
  const button = byId("version-check");
  button.toggleAttribute("disabled", true);
  choose("#version-update [data-word]", "checking");
  try {
    await Promise.race([fetchVersion(), rejectAfter(CHECK_TIMEOUT_MS)]);
    choose("#version-update [data-word]", registration?.installing ? "found" : "newest");
    look();
  } catch (_) {
    choose("#version-update [data-word]", "unreachable");
  }
  button.toggleAttribute("disabled", false);
}

async function showVersion() {
  const { version } = root.dataset;
  byId("version-number").textContent = version ? `${version} (${BUILD})` : byId("about-version").textContent;
  // Needs https; a browser may also refuse.
  const [estimate, kept] = await Promise.all([navigator.storage?.estimate(), navigator.storage?.persisted()]).catch(() => []);
  const usage = estimate?.usage ?? 0;
  const megabytes = new Intl.NumberFormat(root.lang, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
  byId("version-space").textContent = megabytes.format(usage / 1e6);
  choose("#version-kept [data-word]", kept ? "yes" : "no");
}

/**
 * Fetch a file from the host, past the service worker and the browser's cache.
 * @param {string} url
 */
async function fetchAfresh(url) {
  const signal = AbortSignal.timeout(FILE_TIMEOUT_MS);
  const response = await fetch(url, { cache: "reload", headers: { "x-tashkalar-repair": "1" }, signal });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

async function refetch() {
  if (!BUILD) return;
  const { files } = await (await fetchAfresh("./static/app/build.json")).json();
  const left = ["./", ...files];
  const fetchOnes = async () => {
    for (let name = left.shift(); name; name = left.shift()) await (await fetchAfresh(name)).arrayBuffer();
  };
  await Promise.all([fetchOnes(), fetchOnes(), fetchOnes(), fetchOnes()]);
}

async function forget() {
  if (container) {
    const ours = (await container.getRegistrations()).filter(({ scope }) => scope === SCOPE);
    await Promise.all(ours.map((one) => one.unregister()));
  }
  if (!window.caches) return;
  const ours = (await caches.keys()).filter((name) => name.startsWith("tashkalar-") && name.endsWith(SCOPE));
  await Promise.all(ours.map((name) => caches.delete(name)));
}

// Fetch everything first: without a connection the old copy is better than none.
async function repair() {
  const buttons = all("[data-repair]");
  for (const button of buttons) button.toggleAttribute("disabled", true);
  choose("[data-repair-state] [data-word]", "working");
  try {
    await refetch();
    await forget();
    reload();
  } catch (_) {
    choose("[data-repair-state] [data-word]", "failed");
    for (const button of buttons) button.toggleAttribute("disabled", false);
  }
}

// -- on the page ----------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  /** @param {string} selector */
  const at = (selector) => event.target instanceof Element && event.target.closest(selector);
  if (at("[data-repair]")) repair();
  else if (at("[data-restart]")) restart();
  else if (at("#update-later")) byId("update").hidden = true;
  else if (at("#version-check")) check();
  else if (at('[data-opens="dlg-version"]')) showVersion();
});

document.addEventListener("visibilitychange", () => {
  const due = document.visibilityState === "visible" && Date.now() - lastCheck > HOUR;
  if (registration && due && navigator.onLine) update().catch(() => {}); // the next hour will do
});

function started() {
  if (root.dataset.app === "loading") return;
  appState.disconnect();
  // With the data saver on, the app is stored only by "Check for a new version".
  if (container.controller || !navigator.connection?.saveData) begin();
}

const appState = new MutationObserver(started);
for (const button of all("[data-repair]")) button.hidden = false;
const canStore = container && BUILD;
offlineState(canStore ? "none" : "impossible");
byId("version-check").hidden = !canStore;
if (canStore) {
  container.addEventListener("controllerchange", changedUnderneath);
  appState.observe(root, { attributes: true, attributeFilter: ["data-app"] });
  started();
}
