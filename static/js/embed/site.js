/* The folder with the game that the boards of a page come from. */

const OWN_NAME = /\/static\/js\/embed\.js$/;
const IN_A_STACK = /[a-z-]+:\/\/[^\s()'"<>]*?\/static\/js\/embed\.js/;

/**
 * Return the folder of a script of the game, or null for another script.
 * @param {string} address
 */
function folderOf(address) {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return OWN_NAME.test(url.pathname) ? new URL("../../", url) : null;
}

/* A module, import() and most loaders leave no currentScript; then the stack of calls names the file that runs. */
function runningScript() {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && folderOf(currentScript.src)) return currentScript.src;
  return IN_A_STACK.exec(new Error("where").stack ?? "")?.[0] ?? "";
}

/**
 * Return the folder that this script came from. It is null if the script was joined into another file: then each
 * element must name the site.
 */
export function ownSite() {
  const scripts = [...document.scripts].map((script) => script.src);
  return [runningScript(), ...scripts].map(folderOf).find(Boolean) ?? null;
}

/**
 * Return the folder that an author names, with or without its last slash.
 * @param {string} text
 */
export function namedSite(text) {
  const site = new URL(text, document.baseURI);
  if (!/^(https?|file):$/.test(site.protocol)) throw new Error(`<tash-kalar site>: ${site.protocol}`);
  return new URL(`${site.origin === "null" ? "file://" : site.origin}${site.pathname.replace(/(\/index\.html|\/)?$/, "/")}`);
}
