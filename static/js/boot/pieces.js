/* Draws pieces on the board without Python: on an embedded board, and before the page has started. */

/** @typedef {{square: string, owner: number, rank: string, school: string}} Piece */

/** @param {string} name */
export function squareOf(name) {
  return /^[a-i][1-9]$/.test(name) ? document.querySelector(`#board-grid [data-square="${name}"]`) : null;
}

/**
 * @param {Element} parent
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function appendTo(parent, name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

/**
 * Draw a piece on its empty square; return false as long as the browser has not read the place for it. On a board where
 * nobody plays, the square itself is the place.
 * @param {Piece} piece
 */
export function drawPiece({ square, owner, rank, school }) {
  const on = squareOf(square);
  const place = on?.matches(".piece") ? on : on?.querySelector(".piece");
  if (!place) return false;
  const stone = appendTo(place, "g", { class: "stone", "data-piece": "", "data-owner": owner, "data-rank": rank, "data-school": school });
  appendTo(stone, "use", { class: "body", href: `#stone-${rank}` });
  const sigil = `sigil-${school}`;
  if (document.getElementById(sigil)) appendTo(stone, "use", { class: "sigil", href: `#${sigil}` });
  return true;
}

/**
 * Draw these pieces and no others.
 * @param {{form: string, pieces: Piece[], gateway: string | null}} position
 */
export function drawPieces({ form, pieces, gateway }) {
  document.getElementById("board")?.setAttribute("data-form", form);
  for (const square of document.querySelectorAll("#board-grid [data-square]")) {
    for (const piece of square.querySelectorAll("[data-piece]")) piece.remove();
    const isGateway = square.getAttribute("data-square") === gateway;
    square.toggleAttribute("data-gateway", isGateway);
    if (isGateway && !square.querySelector(".s-gateway")) appendTo(square, "use", { class: "s-gateway", href: "#s-gateway" });
  }
  pieces.forEach(drawPiece);
}
