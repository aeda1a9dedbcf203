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

import { isStill as isReduced } from "./motion.js";

const FILES = "abcdefghi";
const SVG = "http://www.w3.org/2000/svg";
const DROPPED = 0.35; // the part of its time in which a placed stone falls
const CRACKED = 0.22; // the part of its time in which a stone has cracks and is whole
// How the parts between the cracks of #film-crack fly: upper left, upper right, lower left, lower right.
const SHARDS = [
  "translate(-12%, -9%) rotate(-13deg)",
  "translate(13%, -7%) rotate(12deg)",
  "translate(-9%, 11%) rotate(10deg)",
  "translate(10%, 12%) rotate(-15deg)",
];
const MOST_COINS = 4;
const BREATH_MS = 900;

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

/** What flies beyond the board: a layer over the page, in its pixels. */
const sky = document.createElement("div");
sky.className = "film-sky";
sky.setAttribute("aria-hidden", "true");
document.body.append(sky);

/** @type {Map<Element, {shown: string, whole: string}>} scores that count up, until their points have come */
const counting = new Map();
/** @type {Set<string>} the tasks on the table before the last film */
let knownTasks = new Set();

/** Lay the plane of 9 by 9 squares over the board as it is drawn now; measuring makes the browser lay the page out. */
function measure() {
  if (isPlaneInPlace) return true;
  const board = at("board");
  const grid = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (at("board-grid")));
  const inside = grid.getCTM();
  const [seen, around] = [board, at("film")].map((node) => node.getBoundingClientRect());
  if (!inside?.a || !seen.width || !around.width) return false; // the board is hidden
  // A board that grows into its place is measured as it will be; its own scale is not in `inside`.
  const { e, f } = new DOMMatrix(getComputedStyle(board).transform);
  const style = plane().style;
  style.left = `${seen.left - e + inside.e - around.left}px`;
  style.top = `${seen.top - f + inside.f - around.top}px`;
  style.width = style.height = `${inside.a * 900}px`;
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
 * @returns {Animation}
 */
function move(node, act, frames, { from = 0, to = 1, easing = "ease-in-out" } = {}) {
  const player = node.animate(frames, {
    delay: act.at + act.lasts * from,
    duration: act.lasts * (to - from),
    fill: "both",
    easing,
  });
  running.add(player);
  return player;
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
  // A stone falls in a third of its time; then it sits, and dust flies.
  come: (act) => {
    move(sign(act.square, "dust", 1.25), act, [
      { transform: "scale(.55)", opacity: 0 },
      { transform: "scale(.62)", opacity: 0.8, offset: 0.02 },
      { transform: "scale(1)", opacity: 0 },
    ], { from: DROPPED, easing: "ease-out" });
    move(stone(act.square, act.school, act.rank), act, [
      { transform: "translate(-10%, -46%) scale(1.3)", opacity: 0, easing: "ease-in" },
      { transform: "translate(-7%, -33%) scale(1.21)", opacity: 1, offset: DROPPED / 3, easing: "ease-in" },
      { transform: "none", opacity: 1, offset: DROPPED },
      { transform: "translateY(1.5%) scale(1.035, .96)", opacity: 1, offset: 0.55 },
      { transform: "none", opacity: 1 },
    ], { easing: "linear" });
  },

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

  // The stone cracks, and its parts fly apart along the cracks; what they leave is burnt.
  crack: (act) => {
    move(sign(act.square, "scorch"), act, [{ opacity: 0 }, { opacity: 1 }], { from: 0.3, easing: "ease-out" });
    for (const [index, flight] of SHARDS.entries()) {
      const shard = own(act);
      shard.classList.add(`shard-${index + 1}`);
      move(shard, act, [
        { transform: "none", opacity: 1 },
        { transform: flight, opacity: 1, offset: 0.6 },
        { transform: `${flight} ${flight} scale(.82)`, opacity: 0 },
      ], { from: CRACKED, easing: "cubic-bezier(.15, .6, .5, 1)" });
    }
    move(sign(act.square, "crack"), act, [
      { transform: "scale(.7)", opacity: 0 },
      { transform: "none", opacity: 1, offset: CRACKED },
      { transform: "none", opacity: 0, offset: 0.5 },
      { transform: "none", opacity: 0 },
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
  stamp: (act) => {
    announce(act, "stamp");
    if (!isStill) turnTasks(act);
  },
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

/** Let points fly as coins to the score, which counts them as they come. @param {Tween} act */
function flyPoints(act) {
  const amount = act.amount || 0;
  const score = scoreOf(act.school);
  const word = label("points", `+${amount}`);
  place(word, act.square || "e5");
  move(word, act, [
    { transform: "scale(.6)", opacity: 0 },
    { transform: "translateY(-45%)", opacity: 1, offset: 0.2 },
    { transform: "translateY(-55%)", opacity: 1, offset: 0.7 },
    { transform: "translateY(-70%)", opacity: 0 },
  ]);
  const here = word.getBoundingClientRect();
  const there = score?.getBoundingClientRect();
  if (!score || !there?.width) return;
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  const coins = Math.min(Math.max(amount, 1), MOST_COINS);
  for (let index = 0; index < coins; index += 1) {
    const coin = label("coin", "");
    Object.assign(coin.style, { left: `${here.left + here.width / 2}px`, top: `${here.top + here.height / 2}px` });
    sky.append(coin);
    const landed = move(coin, act, [
      { transform: "translate(0, 0) scale(.4)", opacity: 0 },
      { transform: `translate(${(index - (coins - 1) / 2) * 18}px, -22px) scale(1)`, opacity: 1, offset: 0.2 },
      { transform: `translate(${x * 0.55}px, ${y * 0.55 - 36}px) scale(1.1)`, opacity: 1, offset: 0.62 },
      { transform: `translate(${x}px, ${y}px) scale(.8)`, opacity: 1, offset: 0.96 },
      { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0 },
    ], { from: (index * 0.25) / coins, to: 0.75 + ((index + 1) * 0.25) / coins });
    landed.onfinish = () => countUp(score, index === coins - 1);
  }
}

/** @param {string} school @returns {HTMLElement | null} the score that a school's points are added to */
const scoreOf = (school) => document.querySelector(`#players [data-school="${school}"] .seat-score`);

/** Show scores without the points that are still to come. @param {Scene[]} shown */
function holdScores(shown) {
  /** @type {Map<Element, number>} */
  const coming = new Map();
  for (const act of shown.flatMap((scene) => scene.acts)) {
    const field = act.what === "points" && scoreOf(act.school)?.querySelector('[data-field="score"]');
    if (field) coming.set(field, (coming.get(field) || 0) + (act.amount || 0));
  }
  for (const [field, points] of coming) {
    const whole = field.textContent || "";
    if (!/^\d+$/.test(whole) || Number(whole) < points) continue; // a melee adds up by other rules
    const held = String(Number(whole) - points);
    counting.set(field, { shown: held, whole });
    field.textContent = held;
  }
}

/** Count a coin, the last one with the rest of its points. @param {HTMLElement} score @param {boolean} isLast */
function countUp(score, isLast) {
  const field = score.querySelector('[data-field="score"]');
  const count = field && counting.get(field);
  if (!field || !count || field.textContent !== count.shown) return;
  const [now, whole] = [Number(count.shown), Number(count.whole)];
  const more = scenes.slice(number + 1).some(({ acts }) => acts.some((act) => act.what === "points" && scoreOf(act.school) === score));
  count.shown = String(isLast && !more ? whole : Math.min(now + 1, whole));
  field.textContent = count.shown;
  score.animate([{ transform: "scale(1.3)" }, { transform: "none" }], { duration: 160, easing: "ease-out" });
}

/** Show all scores as they are. What has been written over them since stays. */
function showScores() {
  for (const [field, { shown, whole }] of counting) if (field.textContent === shown) field.textContent = whole;
  counting.clear();
}

/** @returns {HTMLElement[]} */
const taskRows = () => [...document.querySelectorAll("#tasks > [data-task]")].map((row) => /** @type {HTMLElement} */ (row));

const noteTasks = () => {
  knownTasks = new Set(taskRows().map((row) => row.dataset.task || ""));
};

/** Turn over the tasks that have come in the place of a claimed one. @param {Tween} act */
function turnTasks(act) {
  for (const row of taskRows()) {
    const { left, top, width, height } = row.getBoundingClientRect();
    if (knownTasks.has(row.dataset.task || "") || !width) continue;
    const back = label("task", "");
    Object.assign(back.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    sky.append(back);
    move(back, act, [{ transform: "none" }, { transform: "perspective(30rem) rotateX(90deg)" }], { from: 0.1, to: 0.28, easing: "ease-in" });
    move(row, act, [
      { transform: "perspective(30rem) rotateX(-90deg)", opacity: 0 },
      { transform: "perspective(30rem) rotateX(-90deg)", opacity: 1, offset: 0.01 },
      { transform: "none", opacity: 1 },
    ], { from: 0.28, to: 0.5, easing: "ease-out" });
  }
}

/** Let the frame shine in the color of a side whose turn begins. @param {string} school */
function breathe(school) {
  if (document.body.dataset.screen !== "game" || isReduced() || !measure()) return;
  const node = document.createElementNS(SVG, "svg");
  node.setAttribute("viewBox", "0 0 900 900");
  node.setAttribute("class", "ghost film-breath");
  node.setAttribute("data-school", school);
  const { left, top, width, height } = plane().style;
  Object.assign(node.style, { left, top, width, height });
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", "#frame-ring");
  node.append(use);
  at("film").append(node);
  const breath = [{ opacity: 0 }, { opacity: 0.45, offset: 0.35 }, { opacity: 0 }];
  node.animate(breath, { duration: BREATH_MS, easing: "ease-in-out" }).onfinish = () => node.remove();
}

const turn = at("turn");
let turnSchool = turn.dataset.school;
new MutationObserver(() => {
  const school = turn.dataset.school;
  if (school === turnSchool) return;
  turnSchool = school;
  if (school) window.requestAnimationFrame(() => breathe(school));
}).observe(turn, { attributes: true, attributeFilter: ["data-school"] });

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
  sky.replaceChildren();
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
  showScores();
}

/** Show the board as it is, at once. */
function stop() {
  if (number < 0) return;
  end();
  noteTasks();
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
    if (isShown && !still) holdScores(scenes);
    if (!scenes.some(({ acts }) => acts.some((act) => act.what === "stamp"))) noteTasks();
    if (isShown) next();
    else dress({});
    return isShown;
  },
  stop,
};
