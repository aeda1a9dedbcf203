/* The module that pyscript.toml names as the interpreter: PyScript calls its loadPyodide. It starts as soon as
   it is loaded, beside PyScript's own start, and brings the engine's archive along. It starts on the rung of
   the site; whatever is wrong with that, the start on a rung below follows: from a memory snapshot, made by
   `serve.py build` with everything imported, then from the compiled library, then as Pyodide comes.
   docs/start.md tells more. */
// @ts-expect-error what is vendored has no types
import { loadPyodide as load, version } from "../../vendor/pyodide/pyodide.mjs";
import { bring, expand, forget, heard, late, snapshot } from "./snapshot.js";
import { FIRST_PART, beginSplit, fillEarly } from "./split.js";
import { breathe, unpacking } from "./zstd.js";

export { version };

/**
 * @typedef {"stock" | "compiled" | "snapshot" | "split"} Rung
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 * @typedef {{writeFile(path: string, data: Bytes): void, unlink(path: string): void}} Files
 * @typedef {{messageCallback?: Say, errorCallback?: Say}} Told
 * @typedef {(code: string, how?: object) => Promise<unknown>} Run
 * @typedef {{FS: Files, runPython(code: string): unknown, runPythonAsync: Run, loadPackage(name: string, told?: Told): Promise<unknown>}} Python
 *   what is used here of Pyodide
 * @typedef {(line: string) => void} Say
 */

const RUNG = /** @type {Rung} */ ("split"); // serve.py writes the rung of the site
const PYODIDE = new URL("../../vendor/pyodide/", import.meta.url).href;
const ZSTD = new URL("../../vendor/zstd/zstd.wasm", import.meta.url).href;
const LIBRARY_URL = `${PYODIDE}python_stdlib.bin`;
const ENGINE_URL = new URL("../../app/tashkalar.bin", import.meta.url).href;
const ENGINE = "/lib/tashkalar.zip";
const IDLE = 2000; // milliseconds in which a page should have nothing to do at some time
const ZSTANDARD = 0x28; // what it begins with, and no archive does
const LIBRARY = `/lib/python${version.split(".")[0]}.zip`;

// Before what PyScript writes to the working folder: there it would compile its own package each time.
const PATHS = `
import sys
for path in ("${LIBRARY}", "${ENGINE}"):
    if path in sys.path:
        sys.path.remove(path)
    sys.path.insert(0, path)
del path, sys
`;
// What a snapshot has frozen must not be the same in every game.
const RESEED = "import random; random.seed(); del random";

/** @type {{stdout: Say, stderr: Say}} */
const output = { stdout: console.log.bind(console), stderr: console.warn.bind(console) };
const settings = {
  indexURL: PYODIDE,
  stdLibURL: LIBRARY_URL,
  stdout: /** @type {Say} */ ((line) => output.stdout(line)),
  stderr: /** @type {Say} */ ((line) => output.stderr(line)),
};

const fetchPlainly = self.fetch.bind(self); // see answerFetches

/** @param {string} url */
async function bytes(url) {
  const response = await fetchPlainly(url);
  if (!response.ok) throw new Error(`[${response.status}] ${url}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * A host sends an archive packed as a whole, the service worker unpacked; and the checkout sends the sources of what does
 * not compile as they are.
 * @param {Promise<Bytes>} sent
 * @returns {Promise<Bytes>}
 */
async function archive(sent) {
  const content = await sent;
  if (content[0] !== ZSTANDARD) return content;
  const unpacked = new Blob([content]).stream().pipeThrough(unpacking(ZSTD));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

/* Before the page's program PyScript has Python write its package into the working folder, which nobody reads: it lies
   compiled in the library. */
const WRITING = /^import os as _os\n.*?\n(?=import pyscript as _pyscript\n)/s;
const UNWRITTEN = "_Path = _path = _os = None\n"; // it deletes these

/** @param {Python} python */
function writeNothing(python) {
  const { runPythonAsync } = python;
  python.runPythonAsync = (code, how) => runPythonAsync.call(python, code.replace(WRITING, UNWRITTEN), how);
}

/**
 * @param {string} kind how it has started
 * @param {string} reason why not from a snapshot
 */
function tell(kind, reason) {
  performance.mark("tashkalar-interpreter", { detail: { kind, reason } });
}

/** @type {import("./split.js").Answers} */
const answers = new Map();
/* Pyodide fetches by itself, and has no setting for what is here, or on its way, already. */
function answerFetches() {
  const { fetch } = self;
  // Not the one who repairs, and says which cache to pass.
  self.fetch = (asked, how) => (how?.cache ? null : answers.get(String(asked))?.()) ?? fetchPlainly(asked, how);
  return () => {
    self.fetch = fetch;
  };
}

/* Pyodide makes a shared buffer to sleep with, which the thread of a page cannot do. Browsers call that out of date
   without isolation, and will refuse it: it gets one that is not shared. A worker may sleep. */
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

/* Pyodide wraps functions of JavaScript in WebAssembly modules of some dozen bytes: hundreds of them, and most the same. */
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
 * All that Python imports is in its memory: it gets no archive.
 * @param {import("./snapshot.js").Kept} kept
 */
async function fromSnapshot(kept) {
  const { arrived } = kept;
  let whole;
  let fsInit = async () => {};
  if (split) {
    // It arrives while WebAssembly is compiled: Pyodide only looks into it when this hook is done. Where it does not,
    // Pyodide finds no snapshot, and gives up.
    const early = fillEarly(split, kept);
    const awaited = early.ready.then(breathe, () => {}); // at once: it may fail before Pyodide asks
    fsInit = async () => awaited;
    whole = early.whole;
  } else {
    whole = expand(kept.made, await arrived);
  }
  answers.set(LIBRARY_URL, async () => new Response());
  const [python] = await Promise.all([load({ ...settings, _loadSnapshot: whole, fsInit }), arrived]);
  await breathe();
  python.FS.unlink(LIBRARY); // the empty one
  python.runPython(RESEED);
  writeNothing(python);
  tell("snapshot", "");
  return python;
}

/** @param {string} reason why not from a snapshot */
async function fromArchives(reason) {
  const sent = heard(bytes(LIBRARY_URL));
  const library = heard(archive(sent));
  // What comes together over a slow line shares it, and Python needs the engine only when it has started.
  const isFirst = self.document && !self.tashkalar.compiledWasm;
  const before = isFirst ? Promise.allSettled([split?.compiling, sent]) : Promise.resolve();
  const engine = heard(archive(before.then(() => bytes(ENGINE_URL))));
  answers.set(LIBRARY_URL, async () => new Response(await library));
  const [python, content] = await Promise.all([load(settings), engine]);
  python.FS.writeFile(ENGINE, content);
  python.runPython(PATHS);
  writeNothing(python);
  tell("ordinary", reason);
  return python;
}

/**
 * Pyodide as it comes, without anything that stands in for a function of the browser.
 * @param {string} reason why not from the compiled library
 */
async function fromStock(reason) {
  restoreBrowser();
  const { stdout, stderr } = settings;
  const [python, content] = await Promise.all([load({ indexURL: PYODIDE, stdout, stderr }), archive(bytes(ENGINE_URL))]);
  python.FS.writeFile(ENGINE, content);
  python.runPython(`import sys; sys.path.insert(0, "${ENGINE}"); del sys`);
  tell("stock", reason);
  return python;
}

/**
 * @param {Rung} rung that the start takes instead
 * @param {unknown} reason
 */
function tellFall(rung, reason) {
  console.info(`Tash-Kalar starts on the rung ${rung}: ${reason}`);
}

async function begin() {
  if (RUNG === "stock") return fromStock("");
  let reason = "none made";
  if (snapshot) {
    reason = "not kept";
    try {
      const found = (await snapshot) ?? (split && (await bring(FIRST_PART, split.compiling, ZSTD)));
      if (found) return await late(fromSnapshot(found), "the snapshot");
    } catch (error) {
      reason = String(error);
      split?.useMemory(null);
      await forget().catch(() => {});
    }
    tellFall("compiled", `snapshot ${reason}`);
  }
  try {
    return await fromArchives(reason);
  } catch (error) {
    // Of a part that is missing or of another version the page tells; then nothing else would be right.
    if (!((await self.tashkalar?.verifyAll?.()) ?? true)) throw error;
    tellFall("stock", error);
    return fromStock(String(error));
  }
}

/**
 * When the game is ready and the page has nothing else to do; a worker has nothing to wait for.
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
    if ("requestIdleCallback" in self) requestIdleCallback(action, { timeout: IDLE });
    else action();
  });
  watch.observe({ type: "mark" });
}

const split = RUNG === "split" ? beginSplit(answers, fetchPlainly) : null;
const undo = RUNG === "stock" ? [] : [answerFetches(), shareNothing(), compileOnce()];

/** Only when a start has succeeded: one that failed may still go on, and would look for what it has been promised. */
function restoreBrowser() {
  for (const put of undo.splice(0)) put();
}

/** @type {Promise<Python> | null} */
let begun = begin().then((python) => {
  restoreBrowser();
  if (split) whenReady(split.loadDeferred);
  return python;
});
begun.catch(() => {}); // whoever calls loadPyodide hears of it

/**
 * What PyScript calls: Pyodide with the engine in it.
 * @param {{stdout?: Say, stderr?: Say, indexURL?: string}} [options]
 */
export async function loadPyodide({ stdout, stderr, indexURL: _, ...others } = {}) {
  if (!begun || Object.keys(others).length) throw new Error("this interpreter can only be asked once, without options");
  Object.assign(output, stdout && { stdout }, stderr && { stderr });
  const python = begun;
  begun = null;
  return python;
}
