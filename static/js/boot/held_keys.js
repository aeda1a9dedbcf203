/* Lets one press decide once: a key that is held down, or the second click of a double click, never presses what has
   come to its place since, such as the button that uncovers the other player's hand. */

const PRESSABLE = "button, a, summary, label, [data-square], [data-card], [data-move]";

/** @type {Element | null} */
let clicked = null; // what the first click of a series was on

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, repeat, target } = event;
  const isDecision = key === "Enter" || key === " ";
  if (!repeat || !isDecision || !(target instanceof Element)) return;
  if (target.closest(key === "Enter" ? "textarea" : "input, select, textarea")) return; // there it is a letter
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param {MouseEvent} event */
function onClick(event) {
  const element = event.target instanceof Element ? event.target.closest(PRESSABLE) : null;
  if (event.detail > 1 && element !== clicked) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  if (event.detail <= 1) clicked = element;
}

document.addEventListener("keydown", onKey, true);
document.addEventListener("click", onClick, true);
