/* Says so where a browser cannot run the game, instead of a page that loads for ever. It looks for what the
   game needs, never at the browser's name; docs/browsers.md tells which versions have it all. The first
   script, and in the JavaScript of 2009, so that it runs where the others do not. */
(function () {
  "use strict";
  var root = document.documentElement;
  var globals = /** @type {Record<string, any>} */ (/** @type {unknown} */ (window));
  // The smallest program that catches an exception, the way Pyodide's WebAssembly does.
  var CATCHES = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];

  /** @param {string} condition */
  function draws(condition) {
    return !!window.CSS && !!CSS.supports && CSS.supports(condition);
  }

  /**
   * @param {string} holder
   * @param {string} name
   */
  function has(holder, name) {
    var found = globals[holder];
    return !!found && name in found;
  }

  /**
   * @param {ArrayLike<Element>} parts
   * @param {(part: HTMLElement) => boolean} wanted
   */
  function show(parts, wanted) {
    Array.prototype.forEach.call(parts, function (part) {
      part.style.display = wanted(part) ? "block" : "none";
    });
  }

  /**
   * @param {string} holder
   * @param {string} name
   */
  function knows(holder, name) {
    return has(holder, "prototype") && name in globals[holder].prototype;
  }

  /* boot.bundle.js reports every other part that is missing. */
  function expectBoot() {
    var part = document.getElementById("app-error-part");
    var again = document.querySelector("[data-reload]");
    if ((globals.tashkalar && globals.tashkalar.start) || !part || !again) return;
    root.setAttribute("data-app", "error");
    root.setAttribute("data-reason", "network");
    part.textContent = "static/js/boot.bundle.js";
    again.addEventListener("click", function () { window.location.reload(); });
  }

  var hasWebAssembly = typeof WebAssembly === "object";
  /** @type {Record<string, boolean>} */
  var needed = {
    "JavaScript modules": knows("HTMLScriptElement", "noModule"),
    "Object.hasOwn": has("Object", "hasOwn"),
    "structuredClone": !!window.structuredClone,
    "WeakRef": !!window.WeakRef,
    "BigInt64Array": !!window.BigInt64Array,
    "WebAssembly exceptions": !hasWebAssembly || WebAssembly.validate(new window.Uint8Array(CATCHES)),
    "dialog": !!window.HTMLDialogElement,
    "inert": knows("HTMLElement", "inert"),
    "popover": knows("HTMLElement", "popover"),
    ":has()": draws("selector(:has(a))"),
    "container queries": draws("(container-type: inline-size)"),
    "dvh": draws("(height: 1dvh)"),
    "color-mix()": draws("(color: color-mix(in oklab, red, red))"),
    "light-dark()": draws("(color: light-dark(red, red))")
  };
  var missing = Object.keys(needed).filter(function (name) { return !needed[name]; });
  if (!missing.length && hasWebAssembly) {
    document.addEventListener("DOMContentLoaded", expectBoot);
    return;
  }

  root.setAttribute("data-app", "error");
  // A new browser without it has been told to go without it.
  root.setAttribute("data-reason", missing.length ? "old" : "wasm");
  document.addEventListener("DOMContentLoaded", function () {
    var message = document.getElementById("app-error");
    var detail = document.getElementById("app-error-detail");
    if (!message || !detail) return;
    detail.textContent = missing.join(", ");
    if (!missing.length) return;
    // The style sheets are written for newer browsers: what they would make of the page helps nobody.
    show(document.body.children, function (part) { return part === message; });
    show(message.querySelectorAll("p, button"), function (part) { return part.getAttribute("data-reason") === "old"; });
  });
})();
