/* The worker in which packs run, started by tashkalar/features/packs/page/browser_worker.py. It has the page's Python and engine, and
   no way to the saved games. It answers a text with a text (tashkalar/features/packs/pack_worker.py). docs/security.md describes
   the protection. */
import "./pack_limits.js"; // before all others
import { loadPyodide } from "./interpreter.js";

const LIBRARY = new URL("../../vendor/pyodide/python_rest.zip", import.meta.url).href;
const HOME = "/packs";
const LONGEST_ANSWER = 500_000; // characters; an effect needs some 60,000
const LONGEST_REASON = 500;
const post = self.postMessage.bind(self); // packs have no way to send anything but an answer

// Every store, every way to other programs and hosts, and every way to a program that still has these.
const TAKEN = [
  ..."indexedDB caches cookieStore BroadcastChannel SharedWorker Worker importScripts fetch fetchLater".split(" "),
  ..."XMLHttpRequest EventSource WebSocket WebSocketStream WebTransport RTCPeerConnection Notification".split(" "),
  ..."webkitRequestFileSystem webkitRequestFileSystemSync webkitResolveLocalFileSystemURL".split(" "),
  ..."webkitResolveLocalFileSystemSyncURL localStorage sessionStorage FontFace fonts ShadowRealm postMessage".split(" "),
];
const TAKEN_OF_NAVIGATOR = "storage storageBuckets locks serviceWorker sendBeacon".split(" ");

const COMPLETE = `
from pathlib import Path
from tashkalar.ui.archive_loader import add_archive
add_archive(Path("${HOME}/python_rest.zip"))
`;
// The installer is imported while fetching is possible; later it only unpacks wheels from the file system.
const START = `
from tashkalar.bots import engine_checksum
from tashkalar.features.packs.pack_worker import PackRequestHandler
import micropip
def install(wheel):
    return micropip.install(f"emfs:{wheel}", deps=False, reinstall=True)
PackRequestHandler(Path("${HOME}"), install).answer, engine_checksum()
`;

/**
 * Remove properties from an object and its prototypes.
 * @param {object} object
 * @param {string[]} names
 */
function take(object, names) {
  for (const name of names) {
    /** @type {object | null} */
    let holder = object;
    for (; holder; holder = Object.getPrototypeOf(holder)) {
      if (!Object.hasOwn(holder, name)) continue;
      if (!Reflect.deleteProperty(holder, name)) Object.defineProperty(holder, name, { value: undefined, writable: false });
    }
    if (Reflect.get(object, name) !== undefined) throw new Error(`${name} cannot be taken from packs`);
  }
}

async function begin() {
  const [python, library] = await Promise.all([loadPyodide(), fetch(LIBRARY).then((answer) => answer.arrayBuffer())]);
  const files = /** @type {{mkdirTree(path: string): void, writeFile(path: string, data: Uint8Array): void}} */ (
    /** @type {unknown} */ (python.FS)
  );
  files.mkdirTree(HOME);
  files.writeFile(`${HOME}/python_rest.zip`, new Uint8Array(library));
  python.runPython(COMPLETE);
  await python.loadPackage("micropip", { messageCallback() {} });
  const [answer, engine] = /** @type {Iterable<any>} */ (python.runPython(START));
  take(self, TAKEN);
  take(self.navigator, TAKEN_OF_NAVIGATOR);
  // Each uncaught error would be a message to the page, and a line on its console.
  for (const kind of ["error", "unhandledrejection"]) self.addEventListener(kind, (event) => event.preventDefault());
  return { files, answer, engine: String(engine) };
}

const begun = begin();

self.addEventListener("message", async ({ isTrusted, data: [id, text, name, content] }) => {
  if (!isTrusted) return; // a pack has made it
  try {
    const { files, answer } = await begun;
    if (content) files.writeFile(`${HOME}/${name}`, content);
    const answered = String(await answer(text));
    if (answered.length > LONGEST_ANSWER) throw new Error(`its answer has ${answered.length} characters`);
    post([id, answered, ""]);
  } catch (error) {
    post([id, "", String(error).slice(-LONGEST_REASON)]);
  }
});

begun.then(
  ({ engine }) => post([0, engine, ""]),
  (error) => post([0, "", String(error)]),
);
