/* The page's address: its query, and the parameters behind the "#", which no server sees. */

const query = new URLSearchParams(window.location.search);
const fragment = new URLSearchParams(window.location.hash.slice(1));

/** Whether the page is a board inside another page. */
export const isEmbedded = query.has("embed");

/** @param {string} name */
export function queryValue(name) {
  return query.get(name);
}

/**
 * Whether the address has a parameter; a board inside another page reads only the query.
 * @param {string} name
 */
export function hasParameter(name) {
  return query.has(name) || (!isEmbedded && fragment.has(name));
}

/** @param {string} name */
export function parameter(name) {
  return query.get(name) ?? fragment.get(name) ?? "";
}
