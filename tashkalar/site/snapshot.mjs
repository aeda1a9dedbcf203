// Starts the Pyodide of a built site under Node, imports what the page imports, and takes the memory
// snapshot with which interpreter.js starts on later visits.
//
//   node snapshot.mjs JOB
//
// JOB is JSON: {"site": FOLDER, "target": FILE, "program": FILE, "archives": [...], "roots": [...]}. The packed snapshot goes
// to the target, what static/js/snapshot.js has to know of it to standard output, as JSON.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { loadPyodide } from "pyodide";

import { unpacked } from "./unpacked.mjs";

const { site, target, program, archives, roots } = JSON.parse(process.argv[2]);
const GRAIN = 4096; // the pages of most systems: one that was never written to takes no memory
const BLOCK = 16 * GRAIN; // as long are the tables that nothing writes to
process.argv.splice(1); // Pyodide keeps the path of the script in its memory

// The same build gives the same snapshot: no clock, no chance and nothing of this machine gets into it.
const never = 1_000_000_000_000;
Date.now = () => never;
performance.now = () => 0;
process.env.TZ = "UTC";

// What a new instance has in its memory by itself.
let given = Buffer.alloc(0);
const { WebAssembly } = /** @type {any} */ (globalThis); // Node's own types lack it
const { instantiate } = WebAssembly;
/** @param {unknown[]} told */
WebAssembly.instantiate = async (...told) => {
  const made = await instantiate(...told);
  const { memory } = made.instance?.exports ?? {};
  if (memory) given = Buffer.from(memory.buffer.slice(0));
  return made;
};

/** @param {Uint8Array} content */
const hashOf = (content) => createHash("sha256").update(content).digest("hex");
const [library, engine] = await Promise.all(archives.map((/** @type {string} */ name) => unpacked(join(site, name))));
writeFileSync(`${target}.zip`, library);
const python = await loadPyodide({
  _makeSnapshot: true,
  _sysExecutable: "./this.program", // as in a browser, and not where this script lies
  env: { PYTHONHASHSEED: "0", LANG: "en_US.UTF-8" },
  stdLibURL: `${target}.zip`,
});
python.FS.writeFile("/lib/tashkalar.zip", engine);
const catalogues = join(site, "static/locale/en");
const said = readdirSync(catalogues).filter((name) => name !== "embedding.json").sort(); // that is another page's
const words = said.map((name) => readFileSync(join(catalogues, name), "utf8"));
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
const parts = [whole.subarray(0, head)];
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
  parts.push(page);
  length += end - at;
}
const kept = Buffer.concat(parts);

// Packed by Pyodide's own Zstandard, which is the same on every machine. It is in the rest of the library.
python.FS.writeFile("/rest.zip", readFileSync(join(site, "static/vendor/pyodide/python_rest.zip")));
python.FS.mkdirTree("/precompile");
python.FS.writeFile("/precompile/precompile.py", readFileSync(join(dirname(program), "precompile.py")));
python.runPython("import sys; sys.path += ['/rest.zip', '/precompile']");
const packed = python.pyimport("precompile").packed(python.toPy(new Uint8Array(kept)));
writeFileSync(target, packed.toJs());
console.log(JSON.stringify({ head, size: memory.length, runs, hash: hashOf(kept), archives: [library, engine].map(hashOf) }));
