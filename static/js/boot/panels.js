/* Opens and closes dialogs, menus and the panel of the players, so that they answer before Python has started. */

import { all, byId, root, whenParsed } from "./dom.js";

/** @param {boolean} open */
function openPlayers(open) {
  const players = byId("players");
  const column = players.parentElement;
  // The open panel lies over the board. Its column keeps the height, so that nothing below moves.
  if (!open) column?.style.removeProperty("min-height");
  else if (!players.hasAttribute("data-open")) column?.style.setProperty("min-height", `${column.offsetHeight}px`);
  players.toggleAttribute("data-open", open);
  for (const button of all(".seat-open")) button.setAttribute("aria-expanded", String(open));
}

/** @returns {boolean} whether the open panel of the players lies over the board */
function isPanelOverBoard() {
  const [players] = all("#players[data-open]");
  return Boolean(players?.getClientRects().length) && window.getComputedStyle(players).position === "absolute";
}

function closeMenus() {
  for (const menu of [...all(".menu:popover-open")].reverse()) menu.hidePopover(); // the inner one first
}

/** @param {HTMLElement} opener */
function openDialog({ dataset: { opens, focus } }) {
  const dialog = document.getElementById(String(opens));
  if (!(dialog instanceof HTMLDialogElement)) return; // an attribute of an extension
  closeMenus();
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0; // browsers keep where it was when it was closed
  if (focus) all(focus)[0].focus();
}

/**
 * Choose a level that is stronger or weaker by one; the last one has no button that leads further.
 * @param {HTMLElement} button
 */
function stepLevel(button) {
  const boxes = /** @type {HTMLInputElement[]} */ (Array.from(all("#levels input")));
  const step = Number(button.dataset.levelStep);
  const next = boxes[boxes.findIndex((box) => box.checked) + step];
  if (next) next.checked = true;
  if (window.getComputedStyle(button).visibility === "hidden") all(`#levels [data-level-step="${-step}"]`)[0].focus();
}

// A long press ends over the dialog that it has opened: that is no click on the backdrop.
/** @type {EventTarget | null} */
let pressed = null;
document.addEventListener("pointerdown", ({ target }) => { pressed = target; }, true);
document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  /** @type {(selector: string) => HTMLElement | null} */
  const closest = (selector) => target.closest(selector);
  const opener = closest("[data-opens]");
  const closer = closest("[data-closes]");
  if (opener) openDialog(opener);
  else if (closer) closer.closest("dialog")?.close(closer.getAttribute("value") || "");
  else if (target instanceof HTMLDialogElement && target.open && target === pressed) target.close("");
  else if (closest(".menu [data-action]")) closeMenus();
  else if (closest("[data-reload]")) window.location.reload();
  const step = closest("[data-level-step]");
  if (step) stepLevel(step);
  const seats = closest(".seat-open");
  if (seats) openPlayers(seats.getAttribute("aria-expanded") !== "true");
});
// The open panel of the players lies over the board: a press beside it closes it, and presses nothing else.
document.addEventListener("click", (event) => {
  if (!isPanelOverBoard() || (event.target instanceof Element && event.target.closest("#players, dialog"))) return;
  openPlayers(false);
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !isPanelOverBoard() || all("dialog[open], :popover-open").length) return;
  openPlayers(false);
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

whenParsed(() => {
  const { body } = document;
  // Attributes instead of `html:has(...)`, which makes the browser restyle the whole page after each change.
  const followScreen = () => {
    // What was open over a game that is left, such as by the browser's button "back".
    if (body.dataset.screen !== "game") {
      closeMenus();
      openPlayers(false);
    }
    // Not the drawing itself: Firefox knows the attribute on elements of HTML only.
    byId("board").parentElement?.toggleAttribute("inert", body.dataset.screen === "start");
    root.toggleAttribute("data-result", body.dataset.screen === "result");
  };
  // The page of the menu that lies over the other one has the focus: `autofocus` would be tried when the page loads.
  const share = byId("menu-share");
  share.addEventListener("toggle", () => {
    if (share.matches(":popover-open")) share.querySelector("button")?.focus();
    else all('#menu:popover-open [popovertarget="menu-share"]')[0]?.focus();
  });
  new MutationObserver(followScreen).observe(body, { attributes: true, attributeFilter: ["data-screen"] });
  followScreen();
});
