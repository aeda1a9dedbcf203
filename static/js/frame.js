/* A board inside another page: shows its position, waits to be touched, and talks with the page around it
   (docs/embedding.md). Until it is touched it takes no focus, no key and no scrolling, and loads no Python.
   It never looks at what this site has stored for the reader. */
(function () {
  "use strict";
  var LONGEST = 60000; // characters of a scenario or a record, whoever gives it
  var THEMES = ["auto", "light", "dark"];
  var root = document.documentElement;
  var LANGUAGES = (root.dataset.languages || "").split(" ");
  var position = window.tashkalar.position;
  var query = new URLSearchParams(window.location.search);
  var fragment = new URLSearchParams(window.location.hash.slice(1));
  var host = hostOf(asked("host"));
  var drawn = null;
  var pageWords = null; // of a language other than the one in the HTML
  var begun = false;
  var playable = false; // there is something that Python may be loaded for
  var height = 0;

  /* Python reads these when it is up. */
  var frame = {
    mode: root.dataset.embed,
    scenario: "",
    record: "",
    at: asked("at"),
    language: LANGUAGES.indexOf(asked("lang")) >= 0 ? asked("lang") : "",
    theme: root.dataset.theme || "auto",
    touched: "",
    post: function (type, fields) { post(type, JSON.parse(fields)); },
    fail: fail
  };
  window.tashkalar.embed = frame;

  /* What is long stands behind the #, where no server sees it or finds it too long. */
  function asked(name) {
    return fragment.get(name) || query.get(name) || "";
  }

  function hostOf(text) {
    try {
      var origin = new URL(text).origin;
      return origin === text ? origin : "*";
    } catch (_) {
      return "*";
    }
  }

  function word(name) {
    return document.querySelector('#embed-words [data-word="' + name + '"]').textContent;
  }

  // -- talking with the page around -------------------------------------------------------------

  function post(type, fields) {
    if (window.parent === window) return;
    window.parent.postMessage(Object.assign({ source: "tash-kalar", version: 1, type: type }, fields), host);
  }

  function fail(text) {
    var place = document.getElementById("embed-error");
    place.textContent = text;
    place.hidden = !text;
    if (text) post("error", { message: text.slice(0, 1000) });
  }

  var commands = {
    "set-scenario": function (data) {
      var text = typeof data.scenario === "string" ? data.scenario : JSON.stringify(data.scenario);
      if (typeof text !== "string" || text.length > LONGEST || frame.mode === "replay") return;
      if (show(text) && begun) tell("tashkalar-scenario", text);
    },
    "set-theme": function (data) {
      if (THEMES.indexOf(data.theme) < 0) return;
      frame.theme = data.theme;
      if (data.theme === "auto") delete root.dataset.theme;
      else root.dataset.theme = data.theme;
      if (begun) tell("tashkalar-theme", data.theme);
    },
    "set-language": function (data) {
      if (LANGUAGES.indexOf(data.language) < 0) return;
      frame.language = data.language;
      if (begun) tell("tashkalar-language", data.language);
      else speak();
    }
  };

  function tell(type, text) {
    document.dispatchEvent(new CustomEvent(type, { detail: text }));
  }

  window.addEventListener("message", function (event) {
    var data = event.data;
    if (window.parent === window || event.source !== window.parent) return;
    if (host !== "*" && event.origin !== host) return;
    if (typeof data !== "object" || data === null || data.target !== "tash-kalar" || data.version !== 1) return;
    if (Object.prototype.hasOwnProperty.call(commands, data.type)) commands[data.type](data);
  });

  // -- the position and the words around it -----------------------------------------------------

  /* Draw a scenario and remember it for Python; false, said aloud, when it is wrong. */
  function show(text) {
    try {
      drawn = position.read(text);
    } catch (error) {
      if (!(error instanceof position.Wrong)) throw error;
      fail(word("wrong") + " " + error.message);
      return false;
    }
    frame.scenario = text;
    if (frame.mode === "play") playable = true;
    fail("");
    if (ready()) return true; // Python draws it
    position.draw(drawn);
    describe();
    var board = {};
    drawn.pieces.forEach(function (piece) { board[piece.square] = piece.owner + " " + piece.rank; });
    post("position", { form: drawn.form, board: board });
    return true;
  }

  function ready() {
    return root.dataset.app === "ready";
  }

  /* What stands beside the board, and what a screen reader says of it. */
  function describe() {
    link();
    if (begun) return;
    var board = document.getElementById("board");
    var pieces = drawn ? drawn.pieces : [];
    var names = pieces.map(function (piece) {
      var school = document.querySelector('.school[data-school="' + piece.school + '"] b, .school[data-school="' + piece.school + '"] [data-i18n]');
      return piece.square + " " + word(piece.rank) + (school ? " " + school.textContent : "");
    });
    board.setAttribute("role", "img");
    board.setAttribute("aria-label", names.join(", ") || word("nobody"));
    var text = drawn ? position.inLanguage(drawn.text, spoken() || root.lang) : "";
    var goal = drawn && drawn.goal;
    document.getElementById("lesson-text").textContent = text || (goal && frame.mode === "play" ? word("goal") : "");
    var list = document.getElementById("lesson-goals");
    list.replaceChildren();
    if (typeof goal === "string") {
      var item = document.getElementById("tpl-lesson-goal").content.firstElementChild.cloneNode(true);
      item.querySelector('[data-field="text"]').textContent = goal;
      list.append(item);
    }
    document.getElementById("lesson").hidden = !(list.childElementCount || document.getElementById("lesson-text").textContent);
    document.getElementById("embed-start").disabled = !playable;
    document.querySelector("#embed-start span").textContent =
      frame.mode === "replay" ? word("watch") : translated("page.embed.play") || document.querySelector("#embed-start span").textContent;
  }

  function translated(key) {
    return pageWords && typeof pageWords[key] === "string" ? pageWords[key] : "";
  }

  /* The same game in the full app. It is opened in a tab of its own, which knows nothing of this page. */
  function link() {
    var address = new URL(window.location.pathname, window.location.href);
    var long = new URLSearchParams();
    if (frame.record) long.set("record", frame.record);
    else if (frame.scenario) long.set("scenario", frame.scenario);
    else ["form", "schools", "teams", "seed"].forEach(function (name) {
      if (query.has(name)) address.searchParams.set(name, query.get(name));
    });
    if (frame.language) address.searchParams.set("lang", frame.language);
    var text = long.toString();
    if (text.length > 1500) address.hash = text;
    else long.forEach(function (value, name) { address.searchParams.set(name, value); });
    document.getElementById("embed-open").href = address.href;
  }

  /* The author's choice, or what the reader's browser prefers. */
  function spoken() {
    if (frame.language) return frame.language;
    var preferred = navigator.languages.map(function (tag) { return tag.split("-")[0].toLowerCase(); });
    return preferred.filter(function (language) { return LANGUAGES.indexOf(language) >= 0; })[0] || "";
  }

  /* The few words that are read before Python is up. */
  function speak() {
    var language = spoken();
    if (!language || language === root.lang) return Promise.resolve();
    return fetch("./static/locale/" + language + "/page.json")
      .then(function (response) { return response.ok ? response.json() : null; })
      .catch(function () { return null; })
      .then(function (found) {
        if (!found || begun || language !== spoken()) return;
        pageWords = found;
        root.lang = language;
        [["data-i18n", null], ["data-i18n-aria-label", "aria-label"]].forEach(function (pair) {
          document.querySelectorAll("[" + pair[0] + "]").forEach(function (place) {
            var text = translated(place.getAttribute(pair[0]));
            if (!text) return;
            if (pair[1]) place.setAttribute(pair[1], text);
            else place.textContent = text;
          });
        });
        describe();
      });
  }

  /* A scenario or record as it stands in the address, or from a file of this site that is named there. */
  function fetched(value, isText) {
    if (!value || isText(value)) return Promise.resolve(value);
    var address;
    try {
      address = new URL(value, window.location.href);
    } catch (_) {
      return Promise.reject(new Error(value));
    }
    if (address.origin !== window.location.origin) return Promise.reject(new Error(address.href));
    return fetch(address.href).then(function (response) {
      if (!response.ok) throw new Error(response.status + " " + address.href);
      return response.text();
    }, function () {
      throw new Error(address.href);
    });
  }

  function isScenario(text) {
    return /^\s*\{/.test(text);
  }

  function isRecord(text) {
    return /[\r\n]/.test(text.trim());
  }

  // -- being touched ----------------------------------------------------------------------------

  function start(square) {
    if (begun || !playable || root.dataset.app !== "loading") return;
    begun = true;
    frame.touched = square;
    root.dataset.embedState = "started";
    var board = document.getElementById("board");
    board.setAttribute("role", "presentation");
    board.removeAttribute("aria-label");
    document.querySelector('[data-square="e5"]').setAttribute("tabindex", "0");
    if (window.origin === "null") drawEmblems();
    window.tashkalar.start();
  }

  /* A frame without an origin may fetch a drawing, if the site allows it, but not refer to it. */
  function drawEmblems() {
    var file = "./static/img/emblems.svg";
    fetch(file).then(function (response) { return response.text(); }).then(function (text) {
      var place = document.querySelector(".sprite defs");
      new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("symbol").forEach(function (symbol) {
        symbol.id = "emblem-" + symbol.id;
        place.append(document.adoptNode(symbol));
      });
    }).catch(function () {}); // then the cards do without
    [document, document.getElementById("tpl-flare").content].forEach(function (part) {
      part.querySelectorAll('use[href^="' + file + '"]').forEach(function (use) {
        use.setAttribute("href", use.getAttribute("href").replace(file + "#", "#emblem-"));
      });
    });
  }

  function listen() {
    document.addEventListener("click", function (event) {
      if (!(event.target instanceof Element)) return;
      var square = event.target.closest("[data-square]");
      if (square) start(square.dataset.square);
      else if (event.target.closest("#embed-start")) start("");
    });
    new MutationObserver(function () {
      if (ready()) post("started", { mode: frame.mode });
      else if (root.dataset.app === "error") post("error", { message: root.dataset.reason || "" });
    }).observe(root, { attributes: true, attributeFilter: ["data-app"] });
    new ResizeObserver(measure).observe(document.body);
  }

  function measure() {
    var now = Math.ceil(document.body.getBoundingClientRect().height);
    if (now === height) return;
    height = now;
    post("size", { height: height });
  }

  function begin() {
    var record = asked("record");
    var scenario = asked("scenario");
    document.querySelector('[data-square="e5"]').setAttribute("tabindex", "-1");
    root.dataset.embedState = "waiting";
    if (asked("fit") === "content") root.dataset.fit = "content";
    document.getElementById("embed-open").hidden = asked("link") === "off";
    listen();
    describe();
    Promise.all([fetched(scenario, isScenario), fetched(record, isRecord)]).then(function (texts) {
      if (texts[0].length > LONGEST || texts[1].length > LONGEST) throw new Error("> " + LONGEST);
      frame.record = texts[1];
      if (texts[0]) show(texts[0]);
      if (frame.mode === "replay") playable = frame.record !== "";
      else if (frame.mode === "play" && !texts[0]) playable = query.has("form");
      if (!playable && !texts[0]) fail(word("nothing"));
      describe();
    }, function (error) {
      fail(word("fetch") + " " + error.message);
    }).then(speak).then(function () {
      measure(); // an observer sleeps while the frame is out of sight
      post("ready", { mode: frame.mode });
    });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true });
  else begin();
})();
