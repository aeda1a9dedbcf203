/* Shows the progress of the start. */

import { all, byId, root, whenParsed } from "./dom.js";
import { isSuspicious, stalledParts } from "./integrity.js";
import { forgetParts } from "./stalls.js";
import { isLoading } from "./start_error.js";

// A shorter start shows no progress: each word and each movement of the bar would cost a paint.
const FIRST_PROGRESS_MS = 1000;
const SLOW_MS = 20000;
const STUCK_MS = 120000; // without a step
const LOOK_MS = 1000;

/** @type {string | null} the step to show when `FIRST_PROGRESS_MS` have passed; null after that */
let heldStep = null;
let slowTimer = 0;
let lastStepTime = 0;

function restartTimers() {
  clearTimeout(slowTimer);
  lastStepTime = performance.now();
  if (isLoading()) slowTimer = setTimeout(() => showStep("slow"), SLOW_MS);
}

/** Name the parts that do not arrive, and go on waiting: a slow line is not broken off. */
function lookForStalls() {
  if (!isLoading()) {
    forgetParts();
    byId("stalled").hidden = true;
    return;
  }
  const parts = isSuspicious() ? [] : stalledParts();
  const isStuck = performance.now() - lastStepTime > STUCK_MS;
  const place = byId("stalled-parts");
  const names = parts.join(", ");
  if (place.textContent !== names) place.textContent = names;
  byId("stalled").hidden = !parts.length && !isStuck;
  for (const line of all("#stalled [data-word]")) line.hidden = (line.dataset.word === "parts") !== parts.length > 0;
  setTimeout(lookForStalls, LOOK_MS);
}

/** @param {string} step of `#loading-steps` */
function showStep(step) {
  const line = all(`#loading-steps [data-step="${CSS.escape(step)}"]`)[0];
  if (!line || !isLoading()) return;
  for (const place of all("[data-loading-text]")) place.textContent = line.textContent;
  const { progress } = line.dataset;
  if (!progress) return;
  const bar = byId("progress");
  bar.style.setProperty("--progress", String(Number(progress) / 100)); // on `html` it would restyle the whole page
  bar.setAttribute("aria-valuenow", progress);
}

window.addEventListener("py:progress", (event) => {
  const step = String(/** @type {CustomEvent} */ (event).detail);
  if (heldStep === null) showStep(step);
  else heldStep = step;
  restartTimers();
});
// start.js sends it; an embedded board may wait for hours before that.
window.addEventListener("tashkalar-start", () => {
  heldStep = "start";
  setTimeout(() => {
    whenParsed(() => {
      showStep(String(heldStep));
      heldStep = null;
    });
    whenParsed(lookForStalls);
  }, FIRST_PROGRESS_MS);
  restartTimers();
});
function enableButtons() {
  for (const button of all("[data-needs-ready]")) button.toggleAttribute("disabled", root.dataset.app !== "ready");
  for (const button of all("[data-early]")) button.toggleAttribute("disabled", root.dataset.app === "error");
}

whenParsed(enableButtons); // support.js may have found that the browser is too old
new MutationObserver(() => {
  restartTimers();
  enableButtons();
}).observe(root, { attributes: true, attributeFilter: ["data-app"] });
