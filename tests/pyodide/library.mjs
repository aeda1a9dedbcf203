// Imports in the page's own standard library, as the page does: the modules named, with the engine of a
// checkout and, on request, the rest of the library. Prints JSON: the modules that cannot be imported.
//
//   node tests/pyodide/library.mjs JOB
//
// JOB is JSON: {"library": PACKED ZIP, "more": [folders and archives], "modules": [...], "find": [...]}; what is
// to be found is only looked for, for it needs a page to be imported.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { loadPyodide } from "pyodide";

import { unpacked } from "../../tashkalar/site/pyodide/unpacked.mjs";

const { library, more, modules, find } = JSON.parse(process.argv[2]);
const scratch = mkdtempSync(join(tmpdir(), "library-"));
const stdLibURL = join(scratch, "library.zip");
writeFileSync(stdLibURL, await unpacked(library));
const python = await loadPyodide({ stdLibURL });
rmSync(scratch, { recursive: true });
const paths = more.map((/** @type {string} */ path, /** @type {number} */ number) => {
  const place = `/more${number}`;
  if (statSync(path).isDirectory()) python.mountNodeFS(place, path);
  else python.FS.writeFile(place, readFileSync(path));
  return place;
});
python.globals.set("given", python.toPy({ paths, modules, find }));
console.log(
  python.runPython(`
import importlib.util
import json
import sys
import zipfile

sys.path.extend(given["paths"])
# A package of which the start has a part: as tashkalar.features.packs.page.stdlib_fetch does it.
for path in filter(zipfile.is_zipfile, given["paths"]):
    names = zipfile.ZipFile(path).namelist()
    for folder in {name.rpartition("/")[0] for name in names if name.endswith(".pyc")} - {""}:
        if f"{folder}/__init__.pyc" not in names:
            importlib.import_module(folder.replace("/", ".")).__path__.append(f"{path}/{folder}")
missing = {}
for name in given["modules"]:
    try:
        importlib.import_module(name)
    except ImportError as error:
        missing[name] = str(error)
for name in given["find"]:
    try:
        if importlib.util.find_spec(name) is None:
            missing[name] = "not found"
    except ImportError as error:
        missing[name] = str(error)
json.dumps(missing)
`),
);
