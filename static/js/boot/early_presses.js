/* Takes what a person presses before Python has started: shows it as pressed, and keeps what it named (a button, a
   square, a key) with the position that it was meant for, never a place on the screen. tashkalar/web/early_presses.py
   carries it out. Dialogs, menus and form fields answer by themselves. */

import { isEmbedded } from "./address.js";
import { all } from "./dom.js";
import { positionToCome } from "./first_screen.js";
import { isLoading } from "./start_error.js";

const PRESSABLE = "#board-grid [data-square], [data-action], [data-opens], [data-early]";
const NAMING = ["id", "data-square", "data-lesson", "data-puzzle", "data-action", "data-opens"];
const SHORTCUTS = /^[urt?]$/i;
const ARROWS = new Map([["ArrowLeft", [-1, 0]], ["ArrowRight", [1, 0]], ["ArrowDown", [0, -1]], ["ArrowUp", [0, 1]]]);
/** @type {EarlyPress[]} */
let presses = [];
let isTouch = false;

/** @param {Partial<EarlyPress>} named */
function keep(named) {
  const press = { selector: "", dialog: "", key: "", code: "", level: "", label: "", position: positionToCome(), isTouch, ...named };
  // Somebody who presses again means the same press.
  if (JSON.stringify(presses.at(-1)) !== JSON.stringify(press)) presses.push(press);
}

/** @param {HTMLElement} element */
function keepElement(element) {
  const naming = NAMING.filter((name) => element.getAttribute(name));
  const level = element.id === "arena-start" ? /** @type {HTMLInputElement} */ (all("#levels input:checked")[0]).value : "";
  element.toggleAttribute("data-pressed", true);
  keep({
    selector: (element.closest(".menu") ? ".menu " : "") + naming.map((name) => `[${name}="${CSS.escape(String(element.getAttribute(name)))}"]`).join(""),
    dialog: element.dataset.opens || "",
    level,
    label: element.dataset.square || element.getAttribute("aria-label") || element.innerText.trim(),
  });
}

/**
 * Move the focus on the board by an arrow.
 * @param {string} square
 * @param {number[]} step
 */
function moveFocus(square, [dx, dy]) {
  const file = String.fromCharCode(square.charCodeAt(0) + dx);
  all(`#board-grid [data-square="${file}${Number(square[1]) + dy}"]`)[0]?.focus();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, code, target } = event;
  if (!isLoading() || !key || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
  if (all("dialog[open]").length || target.closest("input, select, textarea")) return;
  const square = /** @type {HTMLElement | null} */ (target.closest("#board-grid [data-square]"));
  const step = ARROWS.get(key);
  if (square && step) moveFocus(String(square.dataset.square), step);
  else if (square && (key === "Enter" || key === " ")) keepElement(square);
  else if (SHORTCUTS.test(key) || /^Key[URT]$/.test(code)) keep({ key, code, label: key });
  else return;
  event.preventDefault();
}

/** Return the presses so far as JSON, and take back that they look pressed. */
export function takeEarlyPresses() {
  const taken = JSON.stringify(presses);
  presses = [];
  for (const element of all("[data-pressed]")) element.removeAttribute("data-pressed");
  return taken;
}

if (!isEmbedded) {
  document.addEventListener("pointerdown", ({ pointerType }) => { isTouch = pointerType === "touch"; }, true);
  document.addEventListener("click", ({ target }) => {
    const element = target instanceof Element && /** @type {HTMLElement | null} */ (target.closest(PRESSABLE));
    if (element && isLoading()) keepElement(element);
  }, true);
  document.addEventListener("keydown", onKey, true);
}
