/* What must run before Python: theme, progress words, clear errors, and the plain opening of panels.
   A classic script in the head, so that it also speaks where modules do not load. */
(function () {
  "use strict";
  var root = document.documentElement;
  var SETTINGS = "tashkalar.settings.v1";
  var SLOW = 20000;
  var LOST = 120000;

  function settings() {
    try {
      var read = JSON.parse(window.localStorage.getItem(SETTINGS) || "{}");
      return read && typeof read === "object" ? read : {};
    } catch (_) {
      return {};
    }
  }

  function among(value, allowed) {
    return allowed.indexOf(value) >= 0 ? value : null;
  }

  var asked = new URLSearchParams(window.location.search);
  var embedded = asked.has("embed");
  // A board inside another page never looks at what is stored here: its author sets it up.
  var saved = embedded ? { theme: asked.get("theme"), contrast: asked.get("contrast"), motion: asked.get("motion") } : settings();
  var theme = among(saved.theme, ["light", "dark"]);
  var motion = among(saved.motion, ["off", "fast", "normal", "slow"]);
  var contrast = among(saved.contrast, ["more", "normal"]);
  var languages = (root.dataset.languages || "").split(" ");
  var language = among(asked.get("lang"), languages) || among(saved.language, languages);
  var wantsContrast = window.matchMedia && window.matchMedia("(prefers-contrast: more)").matches;

  if (embedded) root.dataset.embed = among(asked.get("mode"), ["position", "play", "replay"]) || "play";
  if (theme) root.dataset.theme = theme;
  if (motion) root.dataset.motion = motion;
  if (contrast === "more" || (!contrast && wantsContrast)) root.dataset.contrast = "more";
  if (saved.legal === false) root.dataset.hints = "off";
  if (language) root.dataset.wantedLanguage = language;

  var slowTimer = 0;
  var lostTimer = 0;

  function loading() {
    return root.dataset.app === "loading";
  }

  function all(selector, action) {
    Array.prototype.forEach.call(document.querySelectorAll(selector), action);
  }

  function fail(reason, detail) {
    if (!loading()) return;
    root.dataset.reason = reason;
    root.dataset.app = "error";
    if (detail) {
      whenParsed(function () {
        document.getElementById("app-error-detail").textContent = String(detail).slice(0, 4000);
      });
    }
  }

  function whenParsed(action) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", action, { once: true });
    else action();
  }

  function patience() {
    clearTimeout(slowTimer);
    clearTimeout(lostTimer);
    if (!loading()) return;
    slowTimer = setTimeout(function () { say("slow"); }, SLOW);
    lostTimer = setTimeout(function () { fail("timeout"); }, LOST);
  }

  function say(step) {
    var line = document.querySelector('#loading-steps [data-step="' + CSS.escape(step) + '"]');
    if (!line || !loading()) return;
    all("[data-loading-text]", function (place) { place.textContent = line.textContent; });
    if (!line.dataset.progress) return;
    root.style.setProperty("--progress", line.dataset.progress / 100);
    document.getElementById("progress").setAttribute("aria-valuenow", line.dataset.progress);
  }

  window.addEventListener("py:progress", function (event) {
    say(String(event.detail));
    patience();
  });
  window.addEventListener("error", function (event) {
    var source = event.target;
    if (source && source.tagName === "SCRIPT") fail(window.origin === "null" ? "sandbox" : "network", source.src);
    else if (event.error) fail("python", event.error.stack || event.message);
  }, true);
  window.addEventListener("unhandledrejection", function (event) {
    fail("python", event.reason && (event.reason.stack || event.reason.message || event.reason));
  });

  if (window.location.protocol === "file:") fail("file");

  new MutationObserver(function () {
    patience();
    all("[data-needs-ready]", function (button) { button.disabled = root.dataset.app !== "ready"; });
  }).observe(root, { attributes: true, attributeFilter: ["data-app"] });

  function openSeats(open) {
    var players = document.getElementById("players");
    players.toggleAttribute("data-open", open);
    all(".seat-open", function (button) { button.setAttribute("aria-expanded", String(open)); });
  }

  document.addEventListener("click", function (event) {
    if (!(event.target instanceof Element)) return;
    var at = function (selector) { return event.target.closest(selector); };
    var opener = at("[data-opens]");
    var closer = at("[data-closes]");
    if (opener) {
      var dialog = document.getElementById(opener.dataset.opens);
      all(".menu:popover-open", function (menu) { menu.hidePopover(); });
      if (!dialog.open) dialog.showModal();
      if (opener.dataset.focus) document.querySelector(opener.dataset.focus).focus();
    } else if (closer) {
      closer.closest("dialog").close(closer.value || "");
    } else if (event.target instanceof HTMLDialogElement && event.target.open) {
      event.target.close("");
    } else if (at(".menu [data-action]")) {
      at(".menu").hidePopover();
    } else if (at("[data-reload]")) {
      window.location.reload();
    }
    if (at(".seat-open")) openSeats(at(".seat-open").getAttribute("aria-expanded") !== "true");
    else if (document.querySelector("#players[data-open]") && !at("#players")) openSeats(false);
  });

  whenParsed(function () {
    var board = document.getElementById("board");
    var quiet = function () { board.toggleAttribute("inert", document.body.dataset.screen === "start"); };
    new MutationObserver(quiet).observe(document.body, { attributes: true, attributeFilter: ["data-screen"] });
    if (asked.has("scenario") || asked.has("form") || asked.has("embed")) document.body.dataset.screen = "game";
    quiet();
  });
  // From start.js; an embedded board may wait for hours.
  window.addEventListener("tashkalar-start", function () {
    whenParsed(function () {
      say("start");
      patience();
    });
  });
})();
