// Firefox, driven by puppeteer over WebDriver BiDi. Reads one JSON object a line ({id, name,
// values}), answers one a line ({id, value} or {id, error}), and reports between the answers
// ({problem} and {request}). Ends with its input.
//     node firefox.mjs '{"program", "profile", "width", "height", "touch", "listens", "script"}'

import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const FINGER = 1; // coarse, cannot hover
const MOUSE = 6; // fine, hovers

const asked = JSON.parse(process.argv[2]);
const pointer = asked.touch ? FINGER : MOUSE;
/** @param {number[]} wanted */
const size = ([width, height]) => page.setViewport({ width, height });
/** @param {object} line */
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: asked.program,
  userDataDir: asked.profile,
  headless: true,
  defaultViewport: null,
  networkEnabled: asked.listens,
  extraPrefsFirefox: {
    "intl.accept_languages": "en-GB, en",
    "dom.w3c_touch_events.enabled": asked.touch ? 1 : 0,
    "ui.primaryPointerCapabilities": pointer,
    "ui.allPointerCapabilities": pointer,
    "ui.prefersReducedMotion": 0,
    "ui.systemUsesDarkTheme": 0,
    "browser.cache.disk.enable": true,
  },
});
let [page] = await browser.pages();

async function prepare() {
  await size([asked.width, asked.height]);
  if (asked.script) await page.evaluateOnNewDocument(asked.script);
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) say({ problem: `console ${message.type()}: ${message.text()}` });
  });
  page.on("pageerror", (error) => say({ problem: `uncaught: ${error instanceof Error ? error.message : error}` }));
  page.on("request", (request) => say({ request: request.url() }));
}

async function renew() {
  const old = page;
  page = await browser.newPage();
  await prepare();
  await old.close();
}

/** @type {Record<string, (values: any[]) => unknown>} */
const actions = {
  open: ([url]) => page.goto(url).then(() => null),
  reload: () => page.reload().then(() => null),
  renew: () => renew().then(() => null),
  evaluate: ([source, values]) => page.evaluate(`(${source})(...${JSON.stringify(values)})`),
  press: ([key]) => page.keyboard.press(key),
  type: ([text]) => page.keyboard.type(text),
  screenshot: ([path]) => page.screenshot({ path }).then(() => null),
  size,
  mouse: ([x, y]) => page.mouse.click(x, y),
  finger: ([x, y]) => page.touchscreen.tap(x, y),
};

await prepare();
say({ id: 0 });
try {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, name, values } = JSON.parse(line);
    try {
      say({ id, value: (await actions[name](values)) ?? null });
    } catch (error) {
      say({ id, error: error instanceof Error ? error.message : String(error) });
    }
  }
} finally {
  await browser.close();
}
