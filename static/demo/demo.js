/* What a page around some boards may do: hear what happens on them, set their theme and their scenario. */
(() => {
  "use strict";

  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

  // -- hear what happens: each message is an event of the element ------------------------------

  const told = byId("events");
  /** @param {string} text */
  const say = (text) => {
    const line = document.createElement("li");
    line.textContent = text;
    told.append(line);
    told.scrollTop = told.scrollHeight;
  };
  for (const type of ["ready", "started", "position", "goal", "error"]) {
    byId("puzzle").addEventListener(`tashkalar-${type}`, (event) => {
      const { state, moves, seat, message } = /** @type {CustomEvent} */ (event).detail;
      say(`${type} ${JSON.stringify({ state, seat, moves, message })}`);
    });
  }

  // -- a lesson in steps: another scenario in the same board -------------------------------------

  const lesson = /** @type {HTMLElement & {setScenario(scenario: string): void}} */ (byId("lesson"));
  /** @param {string} address */
  const show = async (address) => {
    const response = await fetch(address);
    lesson.setScenario(await response.text());
  };
  for (const button of document.querySelectorAll("[data-lesson]")) {
    button.addEventListener("click", () => show(String(button.getAttribute("data-lesson"))));
  }

  // -- the theme of every board that has none of its own ---------------------------------------

  const buttons = document.querySelectorAll("[data-theme-button]");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const theme = String(button.getAttribute("data-theme-button"));
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      if (theme === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
      for (const board of document.querySelectorAll("tash-kalar:not([data-fixed])")) board.setAttribute("theme", theme);
    });
  }
})();
