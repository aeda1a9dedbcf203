/* Draws the position of a scenario on an embedded board, before Python is there and without it. A classic
   script: it also runs in a sandboxed frame where modules may not load. The rules are not checked here,
   only what is needed to draw; Python reads the scenario again before anybody plays it. */
(() => {
  "use strict";
  const FORMS = (document.documentElement.dataset.forms ?? "").split(" ");
  const RANKS = ["common", "heroic", "legendary"];
  const NAME = /^[a-z0-9-]{1,40}$/;

  /** What is wrong with a scenario, with the place in it. */
  class Wrong extends Error {}

  /**
   * @param {unknown} value
   * @returns {value is Record<string, unknown>}
   */
  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }

  /**
   * What is to be drawn for a scenario given as text.
   * @param {string} text
   * @returns {Position}
   * @throws {Wrong}
   */
  function read(text) {
    const scenario = parsed(text);
    const { form, gateway, goal } = scenario;
    if (typeof form !== "string" || !FORMS.includes(form)) throw new Wrong(`form: one of ${FORMS.join(", ")} is needed`);
    const schools = schoolsOf(scenario.seats);
    return {
      form,
      pieces: piecesOf(scenario.board, schools, scenario.teams === true ? 2 : schools.length),
      gateway: typeof gateway === "string" && squareOf(gateway) ? gateway : null,
      text: words(scenario.text, "text"),
      goal,
    };
  }

  /** @param {string} text */
  function parsed(text) {
    let scenario;
    try {
      scenario = JSON.parse(text);
    } catch (error) {
      throw new Wrong(`scenario: not JSON (${/** @type {Error} */ (error).message})`);
    }
    if (!isObject(scenario)) throw new Wrong("scenario: an object is needed");
    return scenario;
  }

  /** @param {unknown} seats */
  function schoolsOf(seats) {
    if (!Array.isArray(seats) || seats.length < 2 || seats.length > 4) throw new Wrong("seats: two to four are needed");
    return seats.map((seat, number) => {
      const school = isObject(seat) ? seat.school : undefined;
      if (typeof school !== "string" || !NAME.test(school)) throw new Wrong(`seats[${number}].school: a school is needed`);
      return school;
    });
  }

  /**
   * @param {unknown} board
   * @param {string[]} schools of the seats
   * @param {number} colours how many play
   */
  function piecesOf(board, schools, colours) {
    if (!isObject(board)) throw new Wrong("board: an object is needed");
    return Object.entries(board).map(([square, piece]) => {
      if (!squareOf(square)) throw new Wrong(`board: ${JSON.stringify(square).slice(0, 40)} is not a square of the board`);
      const [number = "", rank = "", ...others] = typeof piece === "string" ? piece.split(" ") : [];
      const owner = Number(number);
      if (others.length || !/^[1-4]$/.test(number) || owner > colours || !RANKS.includes(rank)) {
        throw new Wrong(`board.${square}: an owner from 1 to ${colours} and a rank are needed, such as 1 heroic`);
      }
      return { square, owner, rank, school: schools[owner - 1] };
    });
  }

  /**
   * @param {unknown} value a text, or texts by language
   * @param {string} place of it in the scenario
   * @returns {Words}
   */
  function words(value, place) {
    if (value === undefined) return {};
    if (typeof value === "string") return { "": value };
    if (!isObject(value)) throw new Wrong(`${place}: a text is needed`);
    for (const [language, text] of Object.entries(value)) {
      if (typeof text !== "string") throw new Wrong(`${place}.${language.slice(0, 20)}: a text is needed`);
    }
    return /** @type {Words} */ (value);
  }

  /**
   * A text in a language, or in English, or in the first one.
   * @param {Words} texts
   * @param {string} language
   */
  function inLanguage(texts, language) {
    const found = [language, "en", "", ...Object.keys(texts)].find((tried) => Object.hasOwn(texts, tried));
    return found === undefined ? "" : texts[found];
  }

  /** @param {string} name */
  function squareOf(name) {
    return /^[a-i][1-9]$/.test(name) ? document.querySelector(`#board-grid [data-square="${name}"]`) : null;
  }

  /** @param {Piece} piece */
  function stone(piece) {
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("tpl-piece"));
    const node = /** @type {Element} */ (template.content.querySelector("[data-piece]")?.cloneNode(true));
    node.setAttribute("data-owner", String(piece.owner));
    node.setAttribute("data-rank", piece.rank);
    node.setAttribute("data-school", piece.school);
    node.querySelector(".body")?.setAttribute("href", `#stone-${piece.rank}`);
    if (document.getElementById(`sigil-${piece.school}`)) {
      node.querySelector(".sigil")?.setAttribute("href", `#sigil-${piece.school}`);
    }
    return node;
  }

  /** @param {Position} position */
  function draw(position) {
    document.getElementById("board")?.setAttribute("data-form", position.form);
    document.body.dataset.form = position.form;
    for (const square of document.querySelectorAll("#board-grid [data-square]")) {
      square.querySelector(".piece")?.replaceChildren();
      square.toggleAttribute("data-gateway", square.getAttribute("data-square") === position.gateway);
    }
    for (const piece of position.pieces) squareOf(piece.square)?.querySelector(".piece")?.append(stone(piece));
  }

  window.tashkalar.position = { Wrong, draw, inLanguage, read };
})();
