/* Animates what happened, over a board that already shows the result: copies of pieces are moved by the Web Animations
   API with transforms and opacity alone. tashkalar/ui/screen/animation.py decides what is shown and when; a press or a
   key skips it. Times are in milliseconds. */

/**
 * @typedef {[school: string, rank: string, emblem?: string | null, engraved?: boolean]} Look of a stone
 *
 * @typedef {object} Scene
 * @property {Record<string, Look | null>} differs squares that look different from the board
 * @property {Tween[]} acts
 * @property {number} lasts below zero: until the next call
 *
 * @typedef {object} Tween one movement
 * @property {string} what a key of PLAY
 * @property {number} at
 * @property {number} lasts
 * @property {string} square
 * @property {string} [origin] the square that a movement starts from
 * @property {string} school
 * @property {string} rank
 * @property {Look} [was] the look before a change
 * @property {string} [emblem] an address
 * @property {boolean} [engraved] the emblem is small
 * @property {number} [amount]
 * @property {string} [text]
 */

const FILES = "abcdefghi";
const SVG = "http://www.w3.org/2000/svg";
const OUT = "cubic-bezier(.2, .9, .3, 1.2)";

/** @param {string} id @returns {HTMLElement} */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} square the left upper corner, in squares */
const corner = (square) => [FILES.indexOf(square[0]), 9 - Number(square[1])];
/** @param {string} square */
const slot = (square) => document.querySelector(`#board-grid [data-square="${square}"]`);

/** @type {Set<Animation>} */
const running = new Set();
/** @type {Map<string, Element>} copies of pieces on squares that look different from the board */
const standing = new Map();
/** @type {Scene[]} */
let scenes = [];
let number = -1; // of the scene that is playing
let timer = 0;
let frame = 0; // the request for the frame after which the unseen movements begin
let isSkippable = false;
let isStill = false; // the acts are shown without motion
let isPlaneInPlace = false; // the plane covers the board

const plane = () => at("film-plane");

/** Lay the plane of 9 by 9 squares over the board as it is drawn now; measuring makes the browser lay the page out. */
function measure() {
  if (isPlaneInPlace) return true;
  const grid = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (at("board-grid")));
  const matrix = grid.getScreenCTM();
  const around = at("film").getBoundingClientRect();
  if (!matrix?.a || !around.width) return false; // the board is hidden
  const style = plane().style;
  style.left = `${matrix.e - around.left}px`;
  style.top = `${matrix.f - around.top}px`;
  style.width = style.height = `${matrix.a * 900}px`;
  isPlaneInPlace = true;
  return true;
}

/** Follow the board when its size changes: the page is laid out then, so measuring costs nothing. */
function followSize() {
  isPlaneInPlace = false;
  measure();
}

/** Follow the board when its visible part changes. */
function followViewBox() {
  isPlaneInPlace = false;
  if (number >= 0) measure();
}

/** @param {Element} node @param {string} square @param {number} [size] in squares */
function place(node, square, size = 1) {
  const [x, y] = corner(square);
  const off = (1 - size) / 2;
  const style = /** @type {HTMLElement} */ (node).style;
  style.left = `${((x + off) * 100) / 9}%`;
  style.top = `${((y + off) * 100) / 9}%`;
  style.width = style.height = `${(size * 100) / 9}%`;
  plane().append(node);
  return node;
}

/**
 * @param {string} square
 * @param {string} school
 * @param {string} rank
 * @param {string | null} [emblem] its address
 * @param {boolean} [engraved] the emblem is small
 */
function stone(square, school, rank, emblem = null, engraved = false) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("tpl-ghost"));
  const node = /** @type {Element} */ (/** @type {Element} */ (template.content.firstElementChild).cloneNode(true));
  const inner = /** @type {Element} */ (node.querySelector(".stone"));
  node.setAttribute("data-school", school); // the background of an emblem mixes its colors
  inner.setAttribute("data-school", school);
  inner.setAttribute("data-rank", rank);
  node.querySelector(".body")?.setAttribute("href", `#stone-${rank}`);
  node.querySelector(".sigil")?.setAttribute("href", `#sigil-${school}`);
  node.toggleAttribute("data-emblem", Boolean(emblem) && !engraved);
  node.toggleAttribute("data-engraved", Boolean(emblem) && engraved);
  if (emblem) node.querySelector(".card-emblem")?.setAttribute("href", emblem);
  return place(node, square);
}

/** @param {Tween} act the stone that moves */
const own = (act) => stone(act.square, act.school, act.rank, act.emblem, act.engraved);

/** @param {string} square @param {string} look @param {number} [size] */
function sign(square, look, size = 1) {
  const node = document.createElementNS(SVG, "svg");
  node.setAttribute("viewBox", "0 0 100 100");
  node.setAttribute("class", "ghost");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#film-${look}`);
  node.append(use);
  return place(node, square, size);
}

/**
 * Animate a node; before and after its time it looks as the first and the last frame say.
 * @param {Element} node @param {Tween} act @param {Keyframe[]} frames
 * @param {{from?: number, to?: number, easing?: string}} [part] of the act's time
 */
function move(node, act, frames, { from = 0, to = 1, easing = "ease-in-out" } = {}) {
  const player = node.animate(frames, {
    delay: act.at + act.lasts * from,
    duration: act.lasts * (to - from),
    fill: "both",
    easing,
  });
  running.add(player);
}

/**
 * Move a node in the first part of the act's time; then it stays. Without motion it stays from the beginning.
 * @param {Element} node @param {Tween} act @param {Keyframe[]} frames the first and the last
 */
function settle(node, act, frames) {
  if (isStill) move(node, { ...act, at: 0, lasts: 0 }, frames);
  else move(node, act, frames, { to: 0.35, easing: "ease-out" });
}

/** @param {Tween} act @param {number} size */
function spread(act, size) {
  move(sign(act.square, "spread", size), act, [
    { transform: "scale(.3)", opacity: 0 },
    { transform: "scale(.6)", opacity: 1, offset: 0.35 },
    { transform: "scale(1)", opacity: 0 },
  ], { easing: "ease-out" });
}

const ASIDE = "translate(31%, 31%)";

/** @param {Tween} act the piece that lies in the corner of the square */
function aside(act) {
  const node = own(act);
  node.classList.add("ghost-aside");
  return node;
}

/** @param {Tween} act the stone before it changed */
function before(act) {
  return act.was ? stone(act.square, ...act.was) : own(act);
}

/** @param {string} square hide its piece: a copy stands or moves there */
function veil(square) {
  slot(square)?.setAttribute("data-veiled", "");
  standing.get(square)?.remove();
  standing.delete(square);
}

/** How each act is played. @type {Record<string, (act: Tween) => void>} */
const PLAY = {
  come: (act) => move(stone(act.square, act.school, act.rank), act, [
    { transform: "translateY(-24%) scale(1.22)", opacity: 0 },
    { transform: "none", opacity: 1 },
  ], { easing: OUT }),

  // The being stands there already, as a preview or a piece: only a copy of it moves.
  arrive: (act) => {
    spread(act, 2);
    veil(act.square);
    move(own(act), act, [
      { transform: "none" },
      { transform: "scale(1.16)", offset: 0.45 },
      { transform: "none" },
    ], { easing: "ease-out" });
  },

  rise: (act) => {
    spread(act, 2);
    move(stone(act.square, act.school, act.rank, act.emblem), act, [
      { transform: "scale(.35)", opacity: 0 },
      { transform: "scale(1.16)", opacity: 1, offset: 0.6 },
      { transform: "none", opacity: 1 },
    ], { easing: "ease-out" });
  },

  crack: (act) => {
    const broken = own(act);
    const fall = [{ transform: "none", opacity: 1 }, { transform: "scale(.5) rotate(14deg)", opacity: 0 }];
    move(broken, act, fall, { from: 0.4, easing: "ease-in" });
    const cracks = sign(act.square, "crack");
    move(cracks, act, [
      { transform: "scale(.7)", opacity: 0 },
      { transform: "none", opacity: 1, offset: 0.25 },
      { transform: "none", opacity: 1, offset: 0.5 },
      { transform: "scale(.6) rotate(14deg)", opacity: 0 },
    ]);
  },

  fade: (act) => move(own(act), act, [
    { transform: "none", opacity: 1 },
    { transform: "translateY(-16%) scale(1.12)", opacity: 0 },
  ]),

  // The piece that makes way lies small in the corner of the square, above the being.
  "crack-aside": (act) => {
    move(aside(act), act, [
      { transform: `${ASIDE} scale(.42)`, opacity: 1 },
      { transform: `${ASIDE} scale(.46)`, opacity: 1, offset: 0.3 },
      { transform: `${ASIDE} scale(.2) rotate(14deg)`, opacity: 0 },
    ], { easing: "ease-in" });
  },
  "fade-aside": (act) => move(aside(act), act, [
    { transform: `${ASIDE} scale(.42)`, opacity: 1 },
    { transform: `${ASIDE} scale(.42)`, opacity: 0 },
  ]),

  slide: (act) => travel(act, [{}, {}]),
  leap: (act) => travel(act, [{}, { up: 0.55, scale: 1.28 }, {}]),

  turn: (act) => {
    const edge = { transform: "scaleX(.06)", opacity: 1 };
    move(before(act), act, [
      { transform: "none", opacity: 1 },
      { ...edge, offset: 0.98 },
      { transform: "scaleX(.06)", opacity: 0 },
    ], { to: 0.5, easing: "ease-in" });
    move(stone(act.square, act.school, act.rank), act, [
      { transform: "scaleX(.06)", opacity: 0 },
      { ...edge, offset: 0.02 },
      { transform: "none", opacity: 1 },
    ], { from: 0.5, easing: "ease-out" });
  },

  tint: (act) => {
    move(before(act), act, [{ opacity: 1 }, { transform: "scale(1.12)", opacity: 0 }]);
    move(stone(act.square, act.school, act.rank), act, [
      { transform: "scale(.86)", opacity: 0 },
      { transform: "scale(1.12)", opacity: 1, offset: 0.6 },
      { transform: "none", opacity: 1 },
    ]);
  },

  ring: (act) => move(sign(act.square, "ring"), act, [
    { transform: "scale(.9)", opacity: 0 },
    { transform: "scale(1.05)", opacity: 1, offset: 0.3 },
    { transform: "none", opacity: 1, offset: 0.75 },
    { transform: "none", opacity: 0 },
  ]),

  mark: (act) => sign(act.square, "ring"),
  stand: (act) => {
    stone(act.square, act.school, act.rank, act.emblem);
    sign(act.square, "corners");
  },
  number: (act) => showNumber(act),
  line: (act) => line(act),
  gate: (act) => spread(act, 1.6),
  points: (act) => flyPoints(act),
  stamp: (act) => announce(act, "stamp"),
  banner: (act) => announce(act, "banner"),
  shine: (act) => announce(act, "shine"),
  "last-round": (act) => announce(act, "stamp"),
  verdict: (act) => announce(act, "verdict"),

  // The end of the game: the pieces of the winner rise, the others grow dim.
  won: (act) => {
    veil(act.square);
    if (!isStill) spread(act, 1.7);
    const node = own(act);
    node.classList.add("ghost-won");
    settle(node, act, [{ transform: "none" }, { transform: "translateY(-10%) scale(1.12)" }]);
  },
  lost: (act) => {
    veil(act.square);
    settle(own(act), act, [{ opacity: 1 }, { opacity: 0.3 }]);
  },
};

// Movements that begin invisible. They are created after the board is painted, so that the paint need not wait.
// An `arrive` moves a piece that is seen until then.
const UNSEEN = new Set(["won", "lost", "verdict", "last-round", "come", "arrive", "rise", "ring", "line", "gate", "points", "stamp", "banner", "shine"]);

/**
 * Move a piece from one square to another; a way point may be higher and larger.
 * @param {Tween} act @param {{up?: number, scale?: number}[]} points
 */
function travel(act, points) {
  const [x1, y1] = corner(act.origin || act.square);
  const [x2, y2] = corner(act.square);
  const frames = points.map(({ up = 0, scale = 1 }, index) => {
    const part = 1 - index / (points.length - 1);
    const [x, y] = [(x1 - x2) * part * 100, ((y1 - y2) * part - up) * 100];
    return { transform: `translate(${x}%, ${y}%) scale(${scale})` };
  });
  move(own(act), act, frames);
}

/** Show the number of a step, as the trail on the board does. @param {Tween} act */
function showNumber(act) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("tpl-mark-trail"));
  const mark = /** @type {Element} */ (/** @type {Element} */ (template.content.querySelector("g")).cloneNode(true));
  mark.setAttribute("data-school", act.school);
  mark.setAttribute("transform", "translate(15 15)");
  const step = /** @type {Element} */ (mark.querySelector("[data-field=step]"));
  step.textContent = String(act.amount);
  const node = document.createElementNS(SVG, "svg");
  node.setAttribute("viewBox", "0 0 100 100");
  node.setAttribute("class", "ghost film-number");
  node.append(mark);
  place(node, act.square);
}

/** Draw a dotted line from a piece of the pattern to the square. @param {Tween} act */
function line(act) {
  const [x1, y1] = corner(act.origin || act.square);
  const [x2, y2] = corner(act.square);
  const node = document.createElementNS(SVG, "svg");
  node.setAttribute("viewBox", "0 0 900 900");
  node.setAttribute("class", "ghost ghost-line");
  const drawn = document.createElementNS(SVG, "line");
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const ends = { x1: x1 + 0.5 + dx * 0.48, y1: y1 + 0.5 + dy * 0.48, x2: x2 + 0.5 - dx * 0.2, y2: y2 + 0.5 - dy * 0.2 };
  for (const [name, value] of Object.entries(ends)) drawn.setAttribute(name, String(Math.round(value * 100)));
  node.append(drawn);
  plane().append(node);
  move(node, act, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }]);
}

/** Move points to the score that counts them. @param {Tween} act */
function flyPoints(act) {
  const score = document.querySelector(`#players [data-school="${act.school}"] .seat-score`);
  const node = label("points", `+${act.amount}`);
  place(node, act.square || "e5");
  const [here, there] = [node.getBoundingClientRect(), score?.getBoundingClientRect()];
  const shown = there && there.width ? there : here;
  const x = shown.left + shown.width / 2 - here.left - here.width / 2;
  const y = shown.top + shown.height / 2 - here.top - here.height / 2;
  move(node, act, [
    { transform: "scale(.6)", opacity: 0 },
    { transform: "translateY(-30%)", opacity: 1, offset: 0.25 },
    { transform: `translate(${x}px, ${y}px) scale(.8)`, opacity: 0.9 },
    { transform: `translate(${x}px, ${y}px) scale(.5)`, opacity: 0 },
  ]);
}

/** @param {string} kind @param {string} text */
function label(kind, text) {
  const node = document.createElement("span");
  node.className = `ghost film-${kind}`;
  node.textContent = text;
  return node;
}

/** Announce a legend, a task or a card over the board. @param {Tween} act @param {string} kind */
function announce(act, kind) {
  const text = act.amount ? `${act.text} +${act.amount}` : act.text || "";
  const node = document.createElement("div");
  node.className = `ghost film-${kind}`;
  if (act.school) node.setAttribute("data-school", act.school);
  if (kind === "banner") node.toggleAttribute("data-low", corner(act.square)[1] < 5); // not over the being
  if (act.emblem && act.rank) {
    const big = stone("e5", act.school, act.rank, act.emblem);
    big.removeAttribute("style");
    node.append(big);
  }
  node.append(label("words", text));
  plane().append(node);
  if (isStill) return;
  const from = kind === "stamp" ? "scale(1.7) rotate(-9deg)" : "scale(.8)";
  const rest = kind === "stamp" ? "rotate(-4deg)" : "none";
  move(node, act, [
    { transform: from, opacity: 0 },
    { transform: rest, opacity: 1, offset: 0.2 },
    { transform: rest, opacity: 1, offset: 0.8 },
    { transform: rest, opacity: 0 },
  ]);
}

/** Make the board look as a scene needs it: pieces on other squares, or hidden. @param {Scene["differs"]} differs */
function dress(differs) {
  for (const [square, node] of standing) {
    node.remove();
    standing.delete(square);
  }
  for (const veiled of document.querySelectorAll("#board-grid [data-veiled]")) {
    if (!((veiled.getAttribute("data-square") || "") in differs)) veiled.removeAttribute("data-veiled");
  }
  for (const [square, look] of Object.entries(differs)) {
    slot(square)?.setAttribute("data-veiled", "");
    if (look) standing.set(square, stone(square, ...look));
  }
}

function clear() {
  for (const player of running) player.cancel();
  running.clear();
  plane().replaceChildren();
  standing.clear();
}

function next() {
  number += 1;
  clear();
  const scene = scenes[number];
  // The question of a legend waits for its film.
  document.body.toggleAttribute("data-film-holds", Boolean(scene?.acts.some((act) => act.what === "banner")));
  if (!scene) return stop();
  dress(scene.differs);
  const [unseen, seen] = [true, false].map((is) => scene.acts.filter((act) => UNSEEN.has(act.what) === is));
  for (const act of seen) PLAY[act.what](act);
  document.dispatchEvent(new CustomEvent("tashkalar-scene", { detail: number }));
  if (scene.lasts >= 0) timer = window.setTimeout(next, scene.lasts);
  if (unseen.length) frame = window.requestAnimationFrame(() => beginAfterPaint(scene, unseen));
  return undefined;
}

/** @param {Scene} scene @param {Tween[]} acts that begin invisible */
function beginAfterPaint(scene, acts) {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    for (const act of acts) PLAY[act.what](act);
    if (scene.lasts >= 0) timer = window.setTimeout(next, scene.lasts);
  });
}

function end() {
  number = -1;
  window.clearTimeout(timer);
  window.cancelAnimationFrame(frame);
  document.body.removeAttribute("data-film-holds");
  clear();
}

/** Show the board as it is, at once. */
function stop() {
  if (number < 0) return;
  end();
  dress({});
  document.dispatchEvent(new CustomEvent("tashkalar-scene", { detail: -1 }));
}

const press = () => {
  if (isSkippable) stop();
};
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, press, { capture: true, passive: true });
window.addEventListener("resize", stop);
const sizes = new ResizeObserver(followSize);
for (const id of ["board", "film"]) sizes.observe(at(id));
new MutationObserver(followViewBox).observe(at("board"), { attributes: true, attributeFilter: ["viewBox"] });

/** @type {BoardAnimation} */
export const animation = {
  play(text, skippable, still = false) {
    end();
    scenes = JSON.parse(text);
    isSkippable = skippable;
    isStill = still;
    const isShown = scenes.length > 0 && measure();
    if (isShown) next();
    else dress({});
    return isShown;
  },
  stop,
};
