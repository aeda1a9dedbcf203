/* Shows why the game cannot start, instead of the progress, or why it cannot go on. */

import { all, byId, root, whenParsed } from "./dom.js";

const MOST_DETAIL = 4000; // characters
let isPartNamed = false;

/** Whether the game is still starting. */
export function isLoading() {
  return root.dataset.app === "loading";
}

/** @param {string} reason */
function showError(reason) {
  root.dataset.reason = reason;
  root.dataset.app = "error";
}

/**
 * Show that the game does not start, unless an error is shown already.
 * @param {string} reason see docs/page.md
 * @param {unknown} [detail] technical text for a report
 */
export function showStartError(reason, detail) {
  if (!isLoading()) return;
  showError(reason);
  if (detail) whenParsed(() => { byId("app-error-detail").textContent = String(detail).slice(0, MOST_DETAIL); });
}

/**
 * Name the broken part, also in the place of an error that names none.
 * @param {string} reason see docs/page.md
 * @param {string} part the file, and what is wrong with it
 */
export function showBrokenPart(reason, part) {
  if (isPartNamed) return;
  isPartNamed = true;
  showError(reason);
  whenParsed(() => { byId("app-error-part").textContent = part; });
}

/**
 * Show that Python has failed for good, while the game was starting or later.
 * @param {unknown} error of WebAssembly
 */
export function showFatalError(error) {
  const detail = error instanceof Error ? error.stack || error.message : error;
  if (isLoading()) {
    showStartError("python", detail);
    return;
  }
  if (root.dataset.app !== "ready") return; // it is shown
  showError("stopped");
  byId("app-error-detail").textContent = String(detail).slice(0, MOST_DETAIL);
  for (const dialog of document.querySelectorAll("dialog")) dialog.close(); // they would cover the error
  for (const notice of all(".banner:not(#app-error)")) notice.hidden = true; // it may say that the game goes on
  for (const part of all("body > :not(#app-error)")) part.inert = true; // nothing there answers any more
  all("#app-error [data-reload]")[0].focus();
}
