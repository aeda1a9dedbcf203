/* The module that pyscript.toml names as the interpreter: PyScript calls its loadPyodide. It starts as soon as
   it is loaded, beside PyScript's own start, and brings the engine's archive along. On a later visit it
   starts from a memory snapshot, made by `serve.py build` with everything imported; whatever is wrong with
   that, the ordinary start follows. docs/start.md tells more. */
// @ts-expect-error what is vendored has no types
import { loadPyodide as load, version } from "../../vendor/pyodide/pyodide.mjs";
import { atHand, expect, newMemory, withMemory } from "./deferred_wasm.js";
import { breathe, unpacking } from "./zstd.js";
import { bring, fill, forget, heard, late, restore, snapshot, standIn } from "./snapshot.js";

export { version };

/**
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 * @typedef {{writeFile(path: string, data: Bytes): void, unlink(path: string): void}} Files
 * @typedef {{messageCallback?: Say, errorCallback?: Say}} Told
 * @typedef {(code: string, how?: object) => Promise<unknown>} Run
 * @typedef {{FS: Files, runPython(code: string): unknown, runPythonAsync: Run, loadPackage(name: string, told?: Told): Promise<unknown>}} Python
 *   what is used here of Pyodide
 * @typedef {(line: string) => void} Say
 */

const PYODIDE = new URL("../../vendor/pyodide/", import.meta.url).href;
const ASKED = `${PYODIDE}pyodide.asm.wasm`; // by Pyodide
const WASM = `${ASKED}.bin`;
const ZSTD = new URL("../../vendor/zstd/zstd.wasm", import.meta.url).href;
const LIBRARY_URL = `${PYODIDE}python_stdlib.bin`;
const ENGINE_URL = new URL("../../app/tashkalar.bin", import.meta.url).href;
const ENGINE = "/lib/tashkalar.zip";
const TYPE = "application/wasm";
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

/* A host sends it packed, the service worker unpacked. */
async function compileWasm() {
  const answer = await fetchPlainly(WASM);
  if (answer.headers.get("Content-Type") === TYPE) return WebAssembly.compileStreaming(answer);
  if (!answer.ok || !answer.body) throw new Error(`[${answer.status}] ${WASM}`);
  const unpacked = answer.body.pipeThrough(unpacking(ZSTD));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "Content-Type": TYPE } }));
}

/** @type {Map<string, () => Promise<Response>>} */
const answers = new Map();
const instantiated = /** @type {PromiseWithResolvers<WebAssembly.Instance>} */ (Promise.withResolvers());

/** @type {WebAssembly.Memory | null} */
let memory = null; // of the next instance, filled from a snapshot
let bringRest = async () => {}; // of WebAssembly
// Of a page that the service worker answers, and of a worker, which never waits for a host in another way.
const rest = !self.document || self.tashkalar.isKept() ? atHand() : null;

/** @type {Promise<unknown>} */
let compiling = Promise.resolve();

/* Pyodide fetches by itself, and has no setting for what is here, or on its way, already. */
function answerFetches() {
  const { fetch } = self;
  // Not the one who repairs, and says which cache to pass.
  self.fetch = (asked, how) => (how?.cache ? null : answers.get(String(asked))?.()) ?? fetchPlainly(asked, how);
  return () => {
    self.fetch = fetch;
  };
}

/**
 * Pyodide streams its WebAssembly by itself. It has no setting for what start.js or this has begun to compile, does not
 * know it packed, and tells nobody what was wrong with it.
 */
function overseeCompiling() {
  const page = self.tashkalar; // workers start here too, and have no window
  const streaming = WebAssembly.instantiateStreaming;
  const compiled = page?.compiledWasm?.catch(compileWasm) ?? compileWasm();
  compiled.catch(() => page?.reportBrokenPart(WASM));
  compiling = compiled;
  const promised = new WeakSet();
  answers.set(ASKED, async () => {
    const answer = new Response();
    promised.add(answer);
    return answer;
  });
  // For good: a start that failed may still go on.
  WebAssembly.instantiateStreaming = async (source, imports = {}) => {
    if (!promised.has(await source)) return streaming.call(WebAssembly, source, imports);
    const module = await compiled;
    await breathe();
    const given = withMemory(imports, memory ?? newMemory());
    memory = null;
    const made = { module, instance: await WebAssembly.instantiate(module, given) };
    bringRest = expect(made, imports, await rest);
    instantiated.resolve(made.instance);
    await breathe();
    return made;
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
async function fromSnapshot({ made, arrived }) {
  let complete = () => {};
  const whole = standIn(made, () => complete());
  const begun = newMemory();
  memory = begun;
  // It arrives while WebAssembly is compiled: Pyodide only looks into it when this hook is done. Where it does not, Pyodide
  // finds no snapshot, and gives up.
  const filled = arrived.then((content) => fill(begun, made, content));
  const ready = Promise.all([arrived, instantiated.promise, filled]).then(([content, instance]) => {
    whole.set(content.subarray(0, made.head));
    complete = () => restore(instance, made, content);
  });
  const awaited = ready.then(breathe, () => {}); // at once: it may fail before Pyodide asks
  const fsInit = () => awaited;
  answers.set(LIBRARY_URL, async () => new Response());
  const [python] = await Promise.all([load({ ...settings, _loadSnapshot: whole, fsInit }), arrived]);
  await breathe();
  python.FS.unlink(LIBRARY); // the empty one
  python.runPython(RESEED);
  tell("snapshot", "");
  return python;
}

/** @param {string} reason why not from a snapshot */
async function fromArchives(reason) {
  const sent = heard(bytes(LIBRARY_URL));
  const library = heard(archive(sent));
  // What comes together over a slow line shares it, and Python needs the engine only when it has started.
  const isFirst = self.document && !self.tashkalar.compiledWasm;
  const before = isFirst ? Promise.allSettled([compiling, sent]) : Promise.resolve();
  const engine = heard(archive(before.then(() => bytes(ENGINE_URL))));
  answers.set(LIBRARY_URL, async () => new Response(await library));
  const [python, content] = await Promise.all([load(settings), engine]);
  python.FS.writeFile(ENGINE, content);
  python.runPython(PATHS);
  tell("ordinary", reason);
  return python;
}

async function begin() {
  let reason = "none made";
  if (snapshot) {
    reason = "not kept";
    try {
      const found = (await snapshot) ?? (await bring(WASM, compiling, ZSTD));
      if (found) return await late(fromSnapshot(found), "the snapshot");
    } catch (error) {
      reason = String(error);
      memory = null;
      await forget().catch(() => {});
    }
  }
  return fromArchives(reason);
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

overseeCompiling();
const undo = [answerFetches(), shareNothing(), compileOnce()];
/** @type {Promise<Python> | null} */
let begun = begin().then((python) => {
  undo.forEach((put) => put()); // a start that failed may still go on, and would look for what it has been promised
  writeNothing(python);
  whenReady(() => bringRest());
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
