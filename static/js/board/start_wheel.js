/* Lets the wheel over the board of the start screen scroll what lies beside it: the board itself does not scroll. */

const LINE_PX = 16; // what a wheel that counts lines scrolls for each

/** @param {WheelEvent} event */
function onWheel(event) {
  const start = document.getElementById("start");
  if (document.body.dataset.screen !== "start" || !start || event.ctrlKey) return;
  const over = /** @type {Element} */ (event.target);
  if (!over.closest(".stage") || start.contains(over)) return;
  start.scrollBy({ top: event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1) });
}

document.addEventListener("wheel", onWheel, { passive: true });
