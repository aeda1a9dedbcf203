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

/**
 * Show what is wrong, and report it to the page around.
 * @param {string} text "" hides the last error
 * @param {string} [detail] technical and English, for the author
 * @param {string} [name] of the text, if it is one of the page's: it follows the language
 */
export function fail(text, detail = "", name = "") {
  const place = byId("embed-error");
  const words = document.createElement("span");
  words.textContent = text;
  if (name) words.dataset.i18n = `page.embed.${name}`;
  place.replaceChildren(words, ...(detail ? [detailsOf(detail)] : []));
  place.hidden = !text;
  if (text) post("error", { message: `${text} ${detail}`.trim().slice(0, 1000) });
}

/**
 * Show what is wrong in the words of the page.
 * @param {string} name `embed-<name>` has the words
 * @param {string} [detail]
 */
export function failWith(name, detail = "") {
  fail(byId(`embed-${name}`).textContent || "", detail, name);
}

/** @param {string} detail */
function detailsOf(detail) {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  const reason = document.createElement("code");
  summary.textContent = byId("embed-details").textContent;
  summary.dataset.i18n = "page.embed.details";
  reason.textContent = detail;
  reason.lang = "en";
  details.append(summary, reason);
  return details;
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
