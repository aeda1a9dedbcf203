/* Every part of the game is the one that belongs to this page, or the game does not start. `serve.py build` writes a
   seal for each into the page (tashkalar/site/integrity.py): the hash of what is fetched and of modules, which the browser
   itself looks at; a mark in what the HTML brings in, for frames without an origin have no hashes of that; the size of
   the WebAssembly, which is compiled while it comes. A part that is wrong is named. Where another version may be
   behind it the page is loaded anew, once. In a checkout there are no seals, only what did not come is told. */
(() => {
  "use strict";
  const KEY = "tashkalar.mended";
  const PATIENCE = 4000;
  const MENDING = 6000; // whatever is not here by then comes with the page
  const root = document.documentElement;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const BASE = new URL("./", document.baseURI).href;
  const BUILD = root.dataset.build || "";
  /** @type {{hashes?: Record<string, string>, marks?: Record<string, string>, sizes?: Record<string, number>}} */
  const { hashes = {}, marks = {}, sizes = {} } = JSON.parse(script.dataset.seals || "{}");
  const fetchPlainly = window.fetch.bind(window);
  /** @type {Map<string, Promise<void>>} */
  const suspects = new Map();
  let isMending = false;

  /** @typedef {{name: string, reason: "network" | "wrong", what: string}} Finding */

  /**
   * @param {string} url
   * @returns {string} the part's name below the page, "" for what is elsewhere
   */
  function nameOf(url) {
    const { href } = new URL(url, BASE);
    return href.startsWith(BASE) ? href.slice(BASE.length).split(/[?#]/)[0] : "";
  }

  /** @param {HTMLScriptElement | HTMLLinkElement} element */
  function addressOf(element) {
    return nameOf("src" in element ? element.src : element.href);
  }

  /* What the service worker answers is of one version, and was looked at when it was stored. */
  function isKept() {
    try {
      return Boolean(navigator.serviceWorker.controller);
    } catch (_) {
      return false; // without https, or in a sandboxed frame
    }
  }

  /** @param {string} name */
  function hashOf(name) {
    return hashes[name] ? `sha256-${hashes[name]}` : "";
  }

  /** @param {string} url */
  function integrityOf(url) {
    return isKept() ? "" : hashOf(nameOf(url));
  }

  /** @param {Response} answer */
  function isPage(answer) {
    return /^text\/html\b/i.test(answer.headers.get("Content-Type") || "");
  }

  /**
   * @param {string} name
   * @param {RequestInit} how
   */
  function ask(name, how) {
    return fetchPlainly(BASE + name, { ...how, signal: AbortSignal.timeout(PATIENCE) });
  }

  /**
   * What has come in the place of a part.
   * @param {string} name
   * @returns {Promise<Finding | null>} null for the part itself
   */
  async function examine(name) {
    try {
      const answer = await ask(name, {});
      if (!answer.ok) return { name, reason: "network", what: String(answer.status) };
      if (isPage(answer)) return { name, reason: "wrong", what: "text/html" };
      await answer.arrayBuffer();
    } catch (error) {
      return { name, reason: "network", what: String(error) };
    }
    // What comes packed was unpacked when the service worker stored it.
    const integrity = isKept() && name.endsWith(".bin") ? "" : hashOf(name);
    const fits = !integrity || (await ask(name, { integrity }).then(() => true, () => false));
    return fits ? null : { name, reason: "wrong", what: "another version, or not whole" };
  }

  /**
   * @param {string} name of what has failed: a module does where one that it imports is wrong
   * @returns {Promise<Finding>}
   */
  async function find(name) {
    const found = await examine(name);
    if (found) return found;
    /** @type {NodeListOf<HTMLScriptElement | HTMLLinkElement>} */
    const modules = document.querySelectorAll('script[type="module"], link[rel="modulepreload"]');
    const imported = await Promise.all(Array.from(modules, (module) => examine(addressOf(module))));
    return imported.find(Boolean) ?? { name, reason: "wrong", what: "cannot be read" };
  }

  /** The page and its parts past what the browser has kept, but for those that are right. */
  async function fetchAfresh() {
    const left = Object.keys(hashes);
    const next = async () => {
      for (let name = left.shift(); name; name = left.shift()) {
        await ask(name, { integrity: hashOf(name) }).catch(() => ask(String(name), { cache: "reload" })).catch(() => {});
      }
    };
    await Promise.all([ask("", { cache: "reload" }).catch(() => {}), next(), next(), next(), next()]);
  }

  /* Whether the page is loaded anew, because that may help; not a second time before a game could begin. */
  async function mend() {
    if (isMending) return true;
    try {
      if (!BUILD || window.parent !== window || sessionStorage.getItem(KEY)) return false;
      sessionStorage.setItem(KEY, BUILD);
    } catch (_) {
      return false; // nothing would remember that it was tried
    }
    isMending = true;
    const late = new Promise((resolve) => {
      setTimeout(resolve, MENDING);
    });
    await Promise.race([fetchAfresh(), late]);
    location.reload();
    return true;
  }

  /** @param {string} suspect */
  async function judge(suspect) {
    const { name, reason, what } = await find(suspect);
    // English is better than nothing where other words cannot be had.
    if (reason === "network" && name.startsWith("static/locale/") && !name.startsWith("static/locale/en/")) {
      suspects.delete(suspect);
      return;
    }
    if (reason === "network" && window.origin === "null") {
      window.tashkalar.fail("sandbox", "", name); // to such a frame the game's files are on another site
      return;
    }
    const answered = reason === "wrong" || what === "404";
    if (!(answered && (await mend()))) window.tashkalar.fail(reason, "", `${name}: ${what}`);
  }

  /**
   * A part did not come, or is not what it should be: find out why, and tell.
   * @param {string} url
   */
  function broken(url) {
    const name = nameOf(url);
    if (root.dataset.app !== "loading" || suspects.has(name)) return;
    suspects.set(name, judge(name));
  }

  /**
   * The scripts in the HTML that are not of this page.
   * @param {string} scripts which of them have run by now
   */
  function unmarkedScripts(scripts) {
    /** @type {NodeListOf<HTMLScriptElement>} */
    const elements = document.querySelectorAll(scripts);
    return Array.from(elements, addressOf).filter((name) => marks[name] && window.tashkalarMarks?.[name] !== marks[name]);
  }

  /* Once, and not where the service worker has looked at them: the browser works out the styles of the page for that. */
  function unmarkedStyles() {
    if (isKept()) return [];
    const styles = getComputedStyle(root);
    const seen = (/** @type {string} */ name) => styles.getPropertyValue(`--mark-${name.split("/").pop()?.slice(0, -4)}`).trim();
    /** @type {NodeListOf<HTMLLinkElement>} */
    const elements = document.querySelectorAll('link[rel="stylesheet"]');
    return Array.from(elements, addressOf).filter((name) => marks[name] && seen(name) !== `"${marks[name]}"`);
  }

  function wrongSize() {
    return Object.keys(sizes).filter((name) => {
      const [entry] = performance.getEntriesByName(BASE + name);
      const got = entry instanceof PerformanceResourceTiming ? entry.decodedBodySize : 0;
      return !isKept() && got && got !== sizes[name];
    });
  }

  function canBegin() {
    if (suspects.size || root.dataset.app !== "loading") return false;
    try {
      // Nothing is remembered where nothing was loaded anew, and an embedded board leaves storage alone.
      if (performance.getEntriesByType("navigation").some((entry) => /** @type {PerformanceNavigationTiming} */ (entry).type === "reload")) sessionStorage.removeItem(KEY);
    } catch (_) {
      // nothing was remembered
    }
    return true;
  }

  /* Python asks, before the game can begin. What is waited for costs a frame, even where there is nothing to wait for. */
  function whole() {
    for (const name of [...unmarkedScripts("script[src]:not([type])"), ...wrongSize()]) broken(name);
    return suspects.size ? Promise.all(suspects.values()).then(canBegin) : canBegin();
  }

  /** @type {typeof window.fetch} */
  window.fetch = async (asked, how) => {
    const url = asked instanceof Request ? asked.url : String(asked);
    const name = nameOf(url);
    if (!(name in hashes || name in sizes) || how?.integrity || how?.cache) return fetchPlainly(asked, how);
    try {
      const answer = await fetchPlainly(asked, { ...how, integrity: integrityOf(url) });
      if (!answer.ok || isPage(answer)) broken(url);
      return answer;
    } catch (error) {
      broken(url);
      throw error;
    }
  };

  Object.assign(window.tashkalar, { broken, integrityOf, isKept, isSuspicious: () => suspects.size > 0, whole });
  document.addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll('link[rel="stylesheet"]')) {
      const { sheet, href } = /** @type {HTMLLinkElement} */ (link);
      if (!sheet) broken(href);
    }
    for (const name of [...unmarkedStyles(), ...unmarkedScripts("script[src]:not([type], [data-late])")]) broken(name);
  });
})();
