// Runs the engine's quick tests in Pyodide under Node: the interpreter that the page uses, with its
// 32-bit numbers and its own hashes, but no browser.
//
//   node tests/pyodide/run.mjs SITE_PACKAGES [pytest arguments]
//
// SITE_PACKAGES is where pytest is installed; tests/run.py passes the one of .venv. A test that needs
// what no browser has (processes, sockets) says so with
//   @pytest.mark.skipif(sys.platform == "emscripten", reason="...")

import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { loadPyodide } from "pyodide";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [sitePackages, ...chosen] = process.argv.slice(2);
if (!sitePackages || !existsSync(join(sitePackages, "pytest"))) {
  console.error("run.mjs: the first argument must be a folder in which pytest is installed");
  process.exit(2);
}

// All test folders but those that drive something outside of Python.
const outside = new Set(["browser", "pyodide"]);
const folders = readdirSync(join(root, "tests"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name) && !outside.has(entry.name))
  .map((entry) => `tests/${entry.name}`)
  .sort();

const python = await loadPyodide({ env: { TZ: "UTC" } });
python.mountNodeFS("/project", root);
python.mountNodeFS("/site-packages", sitePackages);
python.globals.set("arguments", chosen.length > 0 ? chosen : folders);
let current = "before the first test";
python.globals.set("started", (/** @type {string} */ test) => (current = test));
const program = `
import importlib.util
import os
import sys
import tempfile

os.chdir("/project")
sys.path.insert(0, "/project")
sys.path.append("/site-packages")
# Plugins that install themselves start processes, or refuse the platform; only hypothesis' own
# of pytest is wanted.
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"
os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp()

import pytest

left_out = "not browser and not pyodide and not random_games and not slow"
options = ["-q", "-p", "no:cacheprovider", "-m", left_out]
options += ["-o", "faulthandler_timeout=0"]  # what watches a test is a thread, of which there is none
if importlib.util.find_spec("_hypothesis_pytestplugin"):
    options += ["-p", "_hypothesis_pytestplugin"]

class Progress:
    def pytest_runtest_logstart(self, nodeid):
        started(nodeid)


print(f"Python {sys.version.split()[0]} on {sys.platform}")
int(pytest.main([*options, *arguments.to_py()], plugins=[Progress()]))
`;
try {
  process.exitCode = python.runPython(program);
} catch (error) {
  // An overflow of the stack ends the interpreter here, as it would in the page. Only the message:
  // for the error itself Node would print a megabyte of Pyodide's own source.
  const message = error instanceof Error ? error.message : String(error);
  console.error(`${message}\nrun.mjs: Pyodide gave up at: ${current}`);
  process.exitCode = 1;
}
