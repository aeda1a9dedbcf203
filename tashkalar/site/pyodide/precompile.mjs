// Starts Pyodide under Node and lets `precompile.py` compile in it, for the same Pyodide in the page.
//
//   node precompile.mjs JOB
//
// JOB is JSON: {"library": {"roots": [...], "start": TARGET, "rest": TARGET, "packed": [[SOURCE, TARGET], ...]}} makes the
// two standard libraries and packs files; {"archives": [{"source": ZIP, "similar": FILE, "target": FILE, "part": NAME}, ...]}
// compiles the files of archives: "part" is the file name of a part of the engine, and empty for the engine itself;
// "similar" is an earlier result, whose modules are taken where the source is the same, or an empty file. Both want
// "level", the level of compression.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// @ts-expect-error it has no types
import pyscript from "../../../node_modules/@pyscript/core/src/stdlib/pyscript.js";
import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const { library, archives = [], level } = JSON.parse(process.argv[2]);

const python = await loadPyodide({
  env: {
    PYTHONHASHSEED: "0", // the order of sets must not reach what is compiled
    PYTHONNODEBUGRANGES: "1", // a traceback names lines, not columns: that is a quarter of the bytes
  },
});
python.FS.mkdirTree("/precompile");
python.FS.writeFile("/precompile/precompile.py", readFileSync(join(here, "precompile.py")));
python.runPython("import sys; sys.path.insert(0, '/precompile')");
const precompile = python.pyimport("precompile");

/**
 * Call a function of precompile.py that takes and returns archives.
 * @param {string} name
 * @param {unknown[]} given
 */
function call(name, ...given) {
  const answer = precompile[name](...given.map((value) => python.toPy(value)));
  return answer.toJs();
}

if (library) {
  const [start, rest] = call("libraries", library.roots, pyscript.pyscript, level);
  writeFileSync(library.start, start);
  writeFileSync(library.rest, rest);
  for (const [source, packed] of library.packed) {
    writeFileSync(packed, call("packed", new Uint8Array(readFileSync(source)), level));
  }
}
for (const { source, similar, target, part } of archives) {
  const [sources, before] = [source, similar].map((file) => new Uint8Array(readFileSync(file)));
  writeFileSync(target, part ? call("engine_part", sources, before, part) : call("engine", sources, before, level));
}
