/* The interpreter that pyscript.toml names: PyScript calls its loadPyodide. It starts Python as soon as it is loaded, in
   parallel with PyScript's own start, and adds the engine's archive. It starts on the rung of the site, and falls to the
   rung below if that fails: from a memory snapshot in which everything is imported, from the compiled library, or as
   Pyodide comes. docs/start.md describes the rungs. */
// @ts-expect-error vendored files have no types
import { loadPyodide as load, version } from "../../vendor/pyodide/pyodide.mjs";
import { PAGE } from "./deferred_wasm.js";
import { expand, fetchOnFirstVisit, forget, silence, takeSnapshot, withTimeout } from "./snapshot.js";
import { FIRST_PART, beginSplit, fillEarly } from "./split.js";
import { yieldToMain, unpacking } from "./zstd.js";

export { version };

/**
 * @typedef {"stock" | "compiled" | "snapshot" | "split"} Rung
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 * @typedef {{writeFile(path: string, data: Bytes): void, unlink(path: string): void}} Files
 * @typedef {{messageCallback?: Say, errorCallback?: Say}} Told
 * @typedef {(code: string, how?: object) => Promise<unknown>} Run
 * @typedef {{_api: {fatal_error(error: unknown): void}, FS: Files, runPython(code: string): unknown, runPythonAsync: Run, loadPackage(name: string, told?: Told): Promise<unknown>}} Python
 *   the part of Pyodide that is used here
 * @typedef {(line: string) => void} Say
 */

const RUNG = /** @type {Rung} */ ("split"); // serve.py writes the rung of the site
const PYODIDE = new URL("../../vendor/pyodide/", import.meta.url).href;
const ZSTD = new URL("../../vendor/zstd/zstd.wasm", import.meta.url).href;
const LIBRARY_URL = `${PYODIDE}python_stdlib.bin`;
const ENGINE_URL = new URL("../../app/tashkalar.bin", import.meta.url).href;
const ENGINE = "/lib/tashkalar.zip";
const IDLE_TIMEOUT_MS = 2000;
const ZSTANDARD = 0x28; // the first byte of packed files, and of no archive
const LIBRARY = `/lib/python${version.split(".")[0]}.zip`;

// Put the archives before the working folder, where PyScript's package would be compiled at each start.
const PATHS = `
import sys
for path in ("${LIBRARY}", "${ENGINE}"):
    if path in sys.path:
        sys.path.remove(path)
    sys.path.insert(0, path)
del path, sys
`;
// A snapshot contains a seeded generator; without a new seed every game would be the same.
const RESEED = "import random; random.seed(); del random";

/** @type {{stdout: Say, stderr: Say}} */
const output = { stdout: console.log.bind(console), stderr: console.warn.bind(console) };
const settings = {
  indexURL: PYODIDE,
  stdLibURL: LIBRARY_URL,
  stdout: /** @type {Say} */ ((line) => output.stdout(line)),
  stderr: /** @type {Say} */ ((line) => output.stderr(line)),
};

const originalFetch = self.fetch.bind(self); // answerFetches replaces it

/** @param {string} url */
async function bytes(url) {
  const response = await originalFetch(url);
  if (!response.ok) throw new Error(`[${response.status}] ${url}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Unpack an archive if it is packed: a host sends it packed, the service worker unpacked, and a checkout whose engine does
 * not compile sends its sources.
 * @param {Promise<Bytes>} sent
 * @returns {Promise<Bytes>}
 */
async function archive(sent) {
  const content = await sent;
  if (content[0] !== ZSTANDARD) return content;
  const unpacked = new Blob([content]).stream().pipeThrough(unpacking(ZSTD));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

// PyScript has Python write PyScript's package into the working folder. Nobody reads it there: the library contains it,
// compiled. The writing is cut out of the program.
const WRITING = /^import os as _os\n.*?\n(?=import pyscript as _pyscript\n)/s;
const UNWRITTEN = "_Path = _path = _os = None\n"; // the program deletes these names

/** @param {Python} python */
function writeNothing(python) {
  const { runPythonAsync } = python;
  python.runPythonAsync = (code, how) => runPythonAsync.call(python, code.replace(WRITING, UNWRITTEN), how);
}

/**
 * Record how Python has started, for tests and measurements.
 * @param {string} kind
 * @param {string} reason why it did not start from a snapshot
 */
function markStart(kind, reason) {
  performance.mark("tashkalar-interpreter", { detail: { kind, reason } });
}

/** @type {import("./split.js").Answers} */
const answers = new Map();
/** Answer Pyodide's own fetches with files that are here or on their way; return a function that ends this. */
function answerFetches() {
  const { fetch } = self;
  // A request with a cache mode comes from a repair and goes to the host.
  self.fetch = (asked, how) => (how?.cache ? null : answers.get(String(asked))?.()) ?? originalFetch(asked, how);
  return () => {
    self.fetch = fetch;
  };
}

/**
 * Give Pyodide a memory that is not shared; return a function that ends this. Pyodide makes a shared memory to sleep with,
 * which a page cannot do anyway. Browsers warn about shared memory without isolation, and will refuse it.
 */
function shareNothing() {
  const { Memory } = WebAssembly;
  if (!self.document || self.crossOriginIsolated) return () => {};
  WebAssembly.Memory = new Proxy(Memory, {
    construct: (made, [{ shared: _, ...kind }]) => new made(kind),
  });
  return () => {
    WebAssembly.Memory = Memory;
  };
}

/**
 * Compile equal small modules once; return a function that ends this. Pyodide wraps functions of JavaScript in hundreds of
 * modules of some dozen bytes, most of them equal.
 */
function compileOnce() {
  const { Module } = WebAssembly;
  /** @type {Map<string, WebAssembly.Module>} */
  const compiled = new Map();
  WebAssembly.Module = new Proxy(Module, {
    construct(made, [source]) {
      const key = source instanceof Uint8Array && source.length < 100 ? source.join() : "";
      const found = compiled.get(key) ?? new made(source);
      if (key) compiled.set(key, found);
      return found;
    },
  });
  return () => {
    WebAssembly.Module = Module;
  };
}

/**
 * Give WebAssembly that makes its memory itself room for a snapshot; return a function that ends this. Its own memory may
 * be smaller, and Pyodide does not enlarge it before it copies the snapshot.
 * @param {number} size the bytes of the snapshot's memory
 */
function makeRoom(size) {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const made = await instantiateStreaming(source, imports);
    const memory = /** @type {WebAssembly.Memory} */ (made.instance.exports.memory);
    memory.grow(Math.ceil(Math.max(0, size - memory.buffer.byteLength) / PAGE));
    return made;
  };
  return () => {
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
}

/**
 * Start from a snapshot. Python's memory contains all that it imports, so it gets no archive.
 * @param {import("./snapshot.js").Kept} kept
 */
async function fromSnapshot(kept) {
  const { arrived } = kept;
  let whole;
  let fsInit = async () => {};
  if (split) {
    // The snapshot arrives while WebAssembly is compiled. Pyodide reads it only after the hook fsInit; if it has not
    // arrived then, Pyodide finds no snapshot and gives up.
    const early = fillEarly(split, kept);
    const awaited = early.ready.then(yieldToMain, () => {}); // handle a failure before Pyodide calls the hook
    fsInit = async () => awaited;
    whole = early.whole;
  } else {
    whole = expand(kept.made, await arrived);
    undo.push(makeRoom(kept.made.size));
  }
  answers.set(LIBRARY_URL, async () => new Response());
  const [python] = await Promise.all([load({ ...settings, _loadSnapshot: whole, fsInit }), arrived]);
  await yieldToMain();
  // Python has copied it. Where a browser can, free these 15 MB now, and not some time later.
  (await arrived).buffer.transfer?.(0);
  python.FS.unlink(LIBRARY); // the empty one
  python.runPython(RESEED);
  writeNothing(python);
  markStart("snapshot", "");
  return python;
}

/**
 * Start from the compiled library.
 * @param {string} reason why not from a snapshot
 */
async function fromArchives(reason) {
  const sent = silence(bytes(LIBRARY_URL));
  const library = silence(archive(sent));
  // Parallel downloads share a slow line, and Python needs the engine only after it has started.
  const isFirst = self.document && !self.tashkalar.compiledWasm;
  const before = isFirst ? Promise.allSettled([split?.compiling, sent]) : Promise.resolve();
  const engine = silence(archive(before.then(() => bytes(ENGINE_URL))));
  answers.set(LIBRARY_URL, async () => new Response(await library));
  const [python, content] = await Promise.all([load(settings), engine]);
  python.FS.writeFile(ENGINE, content);
  python.runPython(PATHS);
  writeNothing(python);
  markStart("ordinary", reason);
  return python;
}

/**
 * Start Pyodide as it comes, with the browser's own functions.
 * @param {string} reason why not from the compiled library
 */
async function fromStock(reason) {
  restoreBrowser();
  const { stdout, stderr } = settings;
  const [python, content] = await Promise.all([load({ indexURL: PYODIDE, stdout, stderr }), archive(bytes(ENGINE_URL))]);
  python.FS.writeFile(ENGINE, content);
  python.runPython(`import sys; sys.path.insert(0, "${ENGINE}"); del sys`);
  markStart("stock", reason);
  return python;
}

/**
 * Write to the console that the start falls to a lower rung.
 * @param {Rung} rung
 * @param {unknown} reason
 */
function logFall(rung, reason) {
  console.info(`Tash-Kalar starts on the rung ${rung}: ${reason}`);
}

async function begin() {
  if (RUNG === "stock") return fromStock("");
  let reason = "none made";
  const snapshot = takeSnapshot();
  if (snapshot) {
    reason = "not kept";
    try {
      const found = (await snapshot) ?? (split && (await fetchOnFirstVisit(FIRST_PART, split.compiling, ZSTD)));
      if (found) return await withTimeout(fromSnapshot(found), "the snapshot");
    } catch (error) {
      reason = String(error);
      split?.useMemory(null);
      await forget().catch(() => {});
    }
    logFall("compiled", `snapshot ${reason}`);
  }
  try {
    return await fromArchives(reason);
  } catch (error) {
    // If a part is missing or of another version, the page says so, and no other start would be right.
    if (!((await self.tashkalar?.verifyAll?.()) ?? true)) throw error;
    logFall("stock", error);
    return fromStock(String(error));
  }
}

/**
 * Tell the page when WebAssembly fails, such as by a full stack: then no Python is there to say so. Pyodide's own hook,
 * `on_fatal`, is not called if Python cannot write its traceback. A callback at a moment when Python cannot answer ("GIL not
 * held") is not fatal.
 * @param {Python} python
 */
function watchForFailure({ _api: api }) {
  const { fatal_error: end } = api;
  api.fatal_error = (error) => {
    if (!(error instanceof Error && error.name === "NoGilError")) self.tashkalar?.showFatalError(error);
    end(error);
  };
}

/**
 * Do something when the game is ready and the page is idle; in a worker, at once.
 * @param {() => void} action
 */
function whenReady(action) {
  if (!self.document) {
    action();
    return;
  }
  const watch = new PerformanceObserver((marks) => {
    if (!marks.getEntriesByName("tashkalar-ready").length) return;
    watch.disconnect();
    if ("requestIdleCallback" in self) requestIdleCallback(action, { timeout: IDLE_TIMEOUT_MS });
    else action();
  });
  watch.observe({ type: "mark" });
}

const split = RUNG === "split" ? beginSplit(answers, originalFetch) : null;
const undo = RUNG === "stock" ? [] : [answerFetches(), shareNothing(), compileOnce()];

/** Give the browser its own functions back. A failed start may still go on and needs the replaced ones, so this waits. */
function restoreBrowser() {
  for (const put of undo.splice(0)) put();
}

/** @type {Promise<Python> | null} */
let begun = begin().then((python) => {
  restoreBrowser();
  watchForFailure(python);
  if (split) whenReady(split.loadDeferred);
  // What the service worker has stored, V8 can add to.
  if (split && self.document && self.tashkalar.compiledWasm && self.parent === self) {
    whenReady(() => import("./optimized_code.js").then(({ keepOptimizedCode }) => keepOptimizedCode(FIRST_PART)));
  }
  return python;
});
begun.catch(() => {}); // loadPyodide passes the failure on

/**
 * Return Pyodide with the engine in it; PyScript calls this.
 * @param {{stdout?: Say, stderr?: Say, indexURL?: string}} [options]
 */
export async function loadPyodide({ stdout, stderr, indexURL: _, ...others } = {}) {
  if (!begun || Object.keys(others).length) throw new Error("this interpreter can only be asked once, without options");
  Object.assign(output, stdout && { stdout }, stderr && { stderr });
  const python = begun;
  begun = null;
  return python;
}
