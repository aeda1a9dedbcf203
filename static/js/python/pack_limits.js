/* What no pack may have, taken from its worker before Python starts there: Python's modules keep what they have found at
   their start. From here on no text becomes a script, so nobody can write `import()`, which would reach the site's host.
   docs/security.md describes the protection. */

const LONGEST_MEMORY = 8192; // pages of 64 KiB: 512 MB of Python's memory
const MOST_LINES = 200; // on the console, which belongs to the page's developers too

function refuse() {
  throw new TypeError("a pack makes no script from a text");
}

/** Replace the functions that make a function of a text. */
function takeCompilers() {
  const makers = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const made of makers) {
    const prototype = Object.getPrototypeOf(made);
    const substitute = function () { refuse(); };
    // Pyodide asks for the kind of an object by these.
    Object.defineProperties(substitute, { name: { value: prototype.constructor.name }, prototype: { value: prototype } });
    Object.defineProperty(prototype, "constructor", { value: substitute, writable: false, configurable: false });
  }
  define("Function", (() => {}).constructor);
  define("eval", refuse);
  for (const name of ["setTimeout", "setInterval"]) {
    const timer = /** @type {Function} */ (Reflect.get(self, name)).bind(self);
    define(name, (/** @type {unknown} */ action, /** @type {unknown[]} */ ...others) =>
      typeof action === "function" ? timer(action, ...others) : refuse());
  }
}

/**
 * Replace a property of the worker's global object for good.
 * @param {string} name
 * @param {unknown} value
 */
function define(name, value) {
  /** @type {object | null} */
  let holder = self;
  for (; holder; holder = Object.getPrototypeOf(holder)) {
    if (Object.hasOwn(holder, name)) Object.defineProperty(holder, name, { value, writable: false, configurable: false });
  }
}

function limitMemory() {
  WebAssembly.Memory = new Proxy(WebAssembly.Memory, {
    construct: (made, [{ maximum = LONGEST_MEMORY, ...kind }]) => new made({ ...kind, maximum: Math.min(maximum, LONGEST_MEMORY) }),
  });
}

/** Let the first lines pass: a flood of them would occupy the page. */
function limitConsole() {
  let left = MOST_LINES;
  const { log, info, warn, error, debug } = console;
  for (const name of Object.keys(console)) Reflect.deleteProperty(console, name);
  for (const [name, write] of Object.entries({ log, info, warn, error, debug })) {
    Reflect.set(console, name, (/** @type {unknown[]} */ ...words) => {
      left -= 1;
      if (left >= 0) write(...words);
    });
  }
}

takeCompilers();
limitMemory();
limitConsole();
