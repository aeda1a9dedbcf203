/* Draws the position of a scenario on an embedded board, before Python is there and without it. A classic
   script: it also runs in a sandboxed frame where modules may not load. The rules are not checked here,
   only what is needed to draw; Python reads the scenario again before anybody plays it. */
(function () {
  "use strict";
  var FORMS = ["high-form", "duel", "melee"];
  var RANKS = ["common", "heroic", "legendary"];
  var NAME = /^[a-z0-9-]{1,40}$/;

  function Wrong(message) {
    this.message = message;
  }

  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }

  function has(object, key) {
    return Object.prototype.hasOwnProperty.call(object, key);
  }

  function shown(value) {
    return JSON.stringify(value).slice(0, 40);
  }

  /* What is to be drawn for a scenario given as text; throws Wrong, with the place in the scenario. */
  function read(text) {
    var scenario;
    try {
      scenario = JSON.parse(text);
    } catch (error) {
      throw new Wrong("scenario: not JSON (" + error.message + ")");
    }
    if (!isObject(scenario)) throw new Wrong("scenario: an object is needed");
    if (FORMS.indexOf(scenario.form) < 0) throw new Wrong("form: one of " + FORMS.join(", ") + " is needed");
    var seats = scenario.seats;
    if (!Array.isArray(seats) || seats.length < 2 || seats.length > 4) throw new Wrong("seats: two to four are needed");
    var schools = seats.map(function (seat, number) {
      var school = isObject(seat) ? seat.school : undefined;
      if (typeof school !== "string" || !NAME.test(school)) throw new Wrong("seats[" + number + "].school: a school is needed");
      return school;
    });
    var colours = scenario.teams === true ? 2 : schools.length;
    if (!isObject(scenario.board)) throw new Wrong("board: an object is needed");
    var pieces = Object.keys(scenario.board).map(function (square) {
      var piece = scenario.board[square];
      if (!squareOf(square)) throw new Wrong("board: " + shown(square) + " is not a square of the board");
      var parts = typeof piece === "string" ? piece.split(" ") : [];
      var owner = Number(parts[0]);
      if (parts.length !== 2 || !/^[1-4]$/.test(parts[0]) || owner > colours || RANKS.indexOf(parts[1]) < 0) {
        throw new Wrong("board." + square + ": an owner from 1 to " + colours + " and a rank are needed, such as 1 heroic");
      }
      return { square: square, owner: owner, rank: parts[1], school: schools[owner - 1] };
    });
    var gateway = scenario.gateway;
    return {
      form: scenario.form,
      pieces: pieces,
      gateway: typeof gateway === "string" && squareOf(gateway) ? gateway : null,
      text: words(scenario.text, "text"),
      goal: scenario.goal
    };
  }

  /* A text in a language, or in English, or in the first one. */
  function words(value, place) {
    if (value === undefined) return {};
    if (typeof value === "string") return { "": value };
    if (!isObject(value)) throw new Wrong(place + ": a text is needed");
    Object.keys(value).forEach(function (language) {
      if (typeof value[language] !== "string") throw new Wrong(place + "." + language.slice(0, 20) + ": a text is needed");
    });
    return value;
  }

  function inLanguage(texts, language) {
    var tried = [language, "en", "", Object.keys(texts)[0]];
    for (var i = 0; i < tried.length; i += 1) {
      if (tried[i] !== undefined && has(texts, tried[i])) return texts[tried[i]];
    }
    return "";
  }

  function squareOf(name) {
    return /^[a-i][1-9]$/.test(name) ? document.querySelector('#board-grid [data-square="' + name + '"]') : null;
  }

  function stone(piece) {
    var node = document.getElementById("tpl-piece").content.firstElementChild.firstElementChild.cloneNode(true);
    node.setAttribute("data-owner", String(piece.owner));
    node.setAttribute("data-rank", piece.rank);
    node.setAttribute("data-school", piece.school);
    node.querySelector(".body").setAttribute("href", "#stone-" + piece.rank);
    if (document.getElementById("sigil-" + piece.school)) {
      node.querySelector(".sigil").setAttribute("href", "#sigil-" + piece.school);
    }
    return node;
  }

  function draw(position) {
    document.getElementById("board").setAttribute("data-form", position.form);
    document.body.dataset.form = position.form;
    document.querySelectorAll("#board-grid [data-square]").forEach(function (square) {
      square.querySelector(".piece").replaceChildren();
      square.toggleAttribute("data-gateway", square.dataset.square === position.gateway);
    });
    position.pieces.forEach(function (piece) {
      squareOf(piece.square).querySelector(".piece").append(stone(piece));
    });
  }

  window.tashkalar.position = { Wrong: Wrong, draw: draw, inLanguage: inLanguage, read: read };
})();
