/* Brings the drawings of the beings into the page, where every card and piece refers to them.

   Some browsers lay a drawing out together with its whole file, again for every card that refers to it; and a frame
   without an origin may fetch the file but not refer to it. */

import { whenParsed } from "./dom.js";

const FILE = "./static/img/emblems.svg";

export async function loadEmblems() {
  const response = await fetch(FILE, { priority: "low" }).catch(() => null);
  if (!response?.ok) return; // cards do without
  const drawing = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  whenParsed(() => {
    const place = document.querySelector(".emblems");
    for (const symbol of drawing.querySelectorAll("symbol")) {
      symbol.id = `emblem-${symbol.id}`;
      place?.append(document.adoptNode(symbol));
    }
  });
}
