// Starts the Pyodide of a built site under Node, imports what the page imports, and takes the memory
// snapshot with which interpreter.js starts on later visits.
//
//   node snapshot.mjs JOB
//
// JOB is JSON: {"site": FOLDER, "target": FILE, "program": FILE, "roots": [...]}. The packed snapshot goes
// to the target, its unpacked size to standard output.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { loadPyodide } from "pyodide";

const { site, target, program, roots } = JSON.parse(process.argv[2]);
process.argv.splice(1); // Pyodide keeps the path of the script in its memory

// The same build gives the same snapshot: no clock, no chance and nothing of this machine gets into it.
const never = 1_000_000_000_000;
Date.now = () => never;
performance.now = () => 0;
process.env.TZ = "UTC";

const python = await loadPyodide({
  _makeSnapshot: true,
  _sysExecutable: "./this.program", // as in a browser, and not where this script lies
  env: { PYTHONHASHSEED: "0", LANG: "en_US.UTF-8" },
  stdLibURL: join(site, "static/vendor/pyodide/python_stdlib.zip"),
});
python.FS.writeFile("/lib/tashkalar.zip", readFileSync(join(site, "static/app/tashkalar.zip")));
const catalogues = join(site, "static/locale/en");
const words = readdirSync(catalogues).sort().map((name) => readFileSync(join(catalogues, name), "utf8"));
const scope = python.toPy({ given: { roots, words }, __name__: "snapshot_program" });
python.runPython(readFileSync(program, "utf8"), { globals: scope });
python.runPython("fill(given['roots'], given['words'])", { globals: scope });
// Nor any chance of its own: interpreter.js seeds anew.
python.runPython("import random; random.seed(1)", { globals: scope });
scope.destroy();
const snapshot = python.makeMemorySnapshot();

// Packed by Pyodide's own zlib, which is the same on every machine.
python.FS.writeFile("/snapshot", snapshot);
python.runPython(`
import zlib
packer = zlib.compressobj(9, zlib.DEFLATED, 31)  # 31: as a gzip file, without a date
with open("/snapshot", "rb") as file:
    packed = packer.compress(file.read()) + packer.flush()
with open("/snapshot", "wb") as file:
    file.write(packed)
`);
writeFileSync(target, python.FS.readFile("/snapshot"));
console.log(snapshot.length);
