/* Brings the drawings of the beings into the page, where every card and stone refers to them.

   A drawing that is referred to in its file is laid out by some browsers with that whole file, again for every
   card that is drawn; and a frame without an origin may fetch the file, but not refer to it. */
const FILE = "./static/img/emblems.svg";

async function bring() {
  const response = await fetch(FILE).catch(() => null);
  if (!response?.ok) return; // the cards do without
  const drawing = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  const place = document.querySelector(".emblems");
  for (const symbol of drawing.querySelectorAll("symbol")) {
    symbol.id = `emblem-${symbol.id}`;
    place?.append(document.adoptNode(symbol));
  }
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", bring, { once: true });
else bring();
