// Starts the Pyodide of a built site under Node, imports what the page imports, and takes the memory
// snapshot with which interpreter.js starts on later visits.
//
//   node snapshot.mjs JOB
//
// JOB is JSON: {"site": FOLDER, "target": FILE, "program": FILE, "archives": [...], "wasm": [...], "roots": [...],
// "catalogues": [...], "level": LEVEL}, with the level of compression. The packed snapshot goes
// to the target, what static/js/python/snapshot.js has to know of it to standard output, as JSON.

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { loadPyodide } from "pyodide";

import { unpacked } from "./unpacked.mjs";

const { site, target, program, archives, wasm, roots, catalogues, level } = JSON.parse(process.argv[2]);
// As in unpacked.mjs: what runs in the page is checked with the page's own types.
const { joinParts, newMemory, withMemory } = await import(new URL("../../../static/js/python/deferred_wasm.js", import.meta.url).href);
const GRAIN = 4096; // the pages of most systems: one that was never written to takes no memory
const BLOCK = 16 * GRAIN; // as long are the tables that nothing writes to
process.argv.splice(1); // Pyodide keeps the path of the script in its memory

// The same build gives the same snapshot: no clock, no chance and nothing of this machine gets into it.
const never = 1_000_000_000_000;
Date.now = () => never;
performance.now = () => 0;
process.env.TZ = "UTC";

/** @param {Uint8Array} content */
const hashOf = (content) => createHash("sha256").update(content).digest("hex");
const parts = [...archives, ...wasm].map((/** @type {string} */ name) => {
  const file = join(site, name);
  return file.endsWith(".bin") ? unpacked(file) : readFileSync(file);
});
const [library, engine, first, rest] = await Promise.all(parts);

// The Pyodide of the site, as Node wants it.
const VENDOR = "static/vendor/pyodide";
const home = `${target}.pyodide`;
mkdirSync(home);
for (const name of ["pyodide.asm.mjs", "pyodide-lock.json"]) copyFileSync(join(site, VENDOR, name), join(home, name));
writeFileSync(join(home, "pyodide.asm.wasm"), first);
writeFileSync(join(home, "python_stdlib.zip"), library);

// What a new instance has in its memory by itself.
let given = Buffer.alloc(0);
let heap = 0; // where in it begins what is allocated
const { WebAssembly } = /** @type {any} */ (globalThis); // Node's own types lack it
const { instantiate } = WebAssembly;
/**
 * @param {unknown} source
 * @param {any} imports
 */
const instantiateSplit = async (source, imports) => {
  const made = await instantiate(source, withMemory(imports, newMemory()));
  const { memory, __heap_base: base } = made.instance?.exports ?? {};
  if (memory) {
    heap = base.value;
    given = Buffer.from(memory.buffer.slice(0));
    joinParts(made, imports, await WebAssembly.compile(rest));
  }
  return made;
};
// Whole WebAssembly makes its own memory, and the page copies all of the snapshot into it.
if (rest) WebAssembly.instantiate = instantiateSplit;

const python = await loadPyodide({
  indexURL: home,
  _makeSnapshot: true,
  _sysExecutable: "./this.program", // as in a browser, and not where this script lies
  env: { PYTHONHASHSEED: "0", LANG: "en_US.UTF-8" },
});
python.FS.writeFile("/lib/tashkalar.zip", engine);
const words = catalogues.map((/** @type {string} */ name) => readFileSync(join(site, `static/locale/en/${name}.json`), "utf8"));
const scope = python.toPy({ given: { roots, words }, __name__: "snapshot_program" });
python.runPython(readFileSync(program, "utf8"), { globals: scope });
python.runPython("fill(given['roots'], given['words'])", { globals: scope });
// Nor any chance of its own: interpreter.js seeds anew.
python.runPython("import random; random.seed(1)", { globals: scope });
scope.destroy();
const whole = python.makeMemorySnapshot();

// Half of the memory is zero, and a fifth of the rest is there without it. What is not is all that is kept.
const head = new Uint32Array(whole.buffer, 4, 1)[0]; // Pyodide's own, and how long it is
const memory = Buffer.from(whole.buffer, head);
const nothing = Buffer.alloc(GRAIN);
/** @type {[number, number, number][]} */
const runs = [];
const kept = [whole.subarray(0, head)];
let length = head;
for (let at = 0; at < memory.length; at += GRAIN) {
  const end = Math.min(at + GRAIN, memory.length);
  const page = memory.subarray(at, end);
  if (page.equals(nothing.subarray(0, end - at))) continue;
  const block = at - (at % BLOCK);
  const isGiven = memory.subarray(block, block + BLOCK).equals(given.subarray(block, block + BLOCK));
  const last = runs.at(-1);
  if (last?.[1] === at && last[2] < 0 === isGiven) last[1] = end;
  else runs.push([at, end, isGiven ? -1 : length]);
  if (isGiven) continue;
  kept.push(page);
  length += end - at;
}
const content = Buffer.concat(kept);

// Packed by Pyodide's own Zstandard, which is the same on every machine. It is in the rest of the library.
python.FS.writeFile("/rest.zip", readFileSync(join(site, "static/vendor/pyodide/python_rest.zip")));
python.FS.mkdirTree("/precompile");
python.FS.writeFile("/precompile/precompile.py", readFileSync(join(dirname(program), "precompile.py")));
python.runPython("import sys; sys.path += ['/rest.zip', '/precompile']");
const packed = python.pyimport("precompile").packed(python.toPy(new Uint8Array(content)), level);
writeFileSync(target, packed.toJs());
console.log(JSON.stringify({ length, head, size: memory.length, heap, runs, hash: hashOf(content) }));
