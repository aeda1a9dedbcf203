/* Messages between a board and the page around it, which may send anything. */

import { byId } from "../boot/dom.js";
import { asked } from "./address.js";

/** @typedef {Record<string, (data: Record<string, any>) => void>} Commands */

const host = hostOf(asked("host"));

/** @param {string} text the origin of the page around, if the address names it */
function hostOf(text) {
  return URL.canParse(text) && new URL(text).origin === text ? text : "*";
}

/**
 * @param {string} type
 * @param {Record<string, unknown>} [fields]
 */
export function post(type, fields = {}) {
  if (window.parent === window) return;
  window.parent.postMessage({ source: "tash-kalar", version: 1, type, ...fields }, host);
}

/** @param {string} text "" hides the last error */
export function fail(text) {
  const place = byId("embed-error");
  place.textContent = text;
  place.hidden = !text;
  if (text) post("error", { message: text.slice(0, 1000) });
}

/**
 * Obey the commands of the page around.
 * @param {Commands} commands
 * @param {(reason: string) => void} refuse told what is wrong with a command that JSON cannot hold, such as a cycle
 */
export function obey(commands, refuse) {
  window.addEventListener("message", ({ data, source, origin }) => {
    if (window.parent === window || source !== window.parent) return;
    if (host !== "*" && origin !== host) return;
    if (typeof data !== "object" || data === null || data.target !== "tash-kalar" || data.version !== 1) return;
    try {
      if (Object.hasOwn(commands, data.type)) commands[data.type](data);
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error));
    }
  });
}

let height = 0;

function measure() {
  const now = Math.ceil(document.body.getBoundingClientRect().height);
  if (now === height) return;
  height = now;
  post("size", { height });
}

/** Tell the page around the height of the content, now and whenever it changes. */
export function reportHeight() {
  measure(); // the observer does nothing while the frame is not visible
  new ResizeObserver(measure).observe(document.body);
}
