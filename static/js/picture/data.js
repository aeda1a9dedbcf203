/* The data that the build writes for this page: classic scripts, because a frame without an origin may not fetch files
   from most hosts. Each adds its content to `window.tashkalarBoards`, under its name. */

/** @type {Map<string, Promise<any>>} */
const loading = new Map();

/**
 * Return a file of static/boards/; an Error if it cannot be loaded.
 * @param {string} name without its ending
 * @returns {Promise<any>}
 */
export function boardData(name) {
  const known = loading.get(name) ?? load(name);
  loading.set(name, known);
  return known;
}

/** @param {string} name */
function load(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `./static/boards/${name}.js`;
    script.onload = () => resolve(new Map(Object.entries(window.tashkalarBoards ?? {})).get(name));
    script.onerror = () => reject(new Error(script.src));
    document.head.append(script);
  });
}
