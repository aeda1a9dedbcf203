/* Shorthands for the document, shared by the scripts that run before Python. */

export const root = document.documentElement;

/** @param {string} id of an element that the page always has */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * @param {string} selector
 * @returns {NodeListOf<HTMLElement>}
 */
export function all(selector) {
  return document.querySelectorAll(selector);
}

/**
 * Run an action when the whole HTML is parsed: now or later.
 * @param {() => void} action
 */
export function whenParsed(action) {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", action, { once: true });
  else action();
}

/**
 * Keep the browser from reporting a rejection before the code that awaits the promise can handle it.
 * @template T
 * @param {Promise<T>} promise
 */
export function handled(promise) {
  promise.catch(() => {});
  return promise;
}
