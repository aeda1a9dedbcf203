/* Shows why the game cannot start, instead of the progress. */

import { byId, root, whenParsed } from "./dom.js";

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
  if (detail) whenParsed(() => { byId("app-error-detail").textContent = String(detail).slice(0, 4000); });
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
