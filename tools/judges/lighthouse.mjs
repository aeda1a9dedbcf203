// Lighthouse on a returning visit: the page has been here before, its service worker has all files.
//
//     node lighthouse.mjs CHROMIUM URL
//
// prints one JSON line per preset: {"preset", "scores": {...}, "figures": {...}, "held_back": [...]}.

import * as chromeLauncher from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import puppeteer from "puppeteer-core";

const [chromePath, url] = process.argv.slice(2);
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const FIGURES = {
  "first-contentful-paint": "painted",
  "largest-contentful-paint": "largest painted",
  "total-blocking-time": "blocked",
  "cumulative-layout-shift": "shifted",
  "speed-index": "speed index",
};

const flags = ["--headless=new", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
if (process.getuid?.() === 0) flags.push("--no-sandbox");

async function firstVisit(port) {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}` });
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForSelector('html[data-app="ready"]', { timeout: 120_000 });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForSelector('html[data-app="ready"]', { timeout: 120_000 });
  await page.close();
  await browser.disconnect();
}

function heldBack(lhr, category) {
  return lhr.categories[category].auditRefs
    .filter((ref) => ref.weight > 0)
    .map((ref) => lhr.audits[ref.id])
    .filter((audit) => audit.score !== null && audit.score < 0.9)
    .map((audit) => `${category}: ${audit.id} ${audit.displayValue ?? ""}`.trim());
}

for (const preset of ["phone", "desktop"]) {
  const chrome = await chromeLauncher.launch({ chromePath, chromeFlags: flags });
  try {
    await firstVisit(chrome.port);
    const options = {
      port: chrome.port,
      logLevel: "error",
      disableStorageReset: true,
      onlyCategories: CATEGORIES,
    };
    const { lhr } = await lighthouse(url, options, preset === "desktop" ? desktopConfig : undefined);
    const scores = CATEGORIES.map((id) => [id, Math.round(lhr.categories[id].score * 100)]);
    const figures = Object.entries(FIGURES).map(([id, name]) => [name, lhr.audits[id].displayValue]);
    console.log(
      JSON.stringify({
        preset,
        scores: Object.fromEntries(scores),
        figures: Object.fromEntries(figures),
        held_back: CATEGORIES.flatMap((id) => heldBack(lhr, id)),
      }),
    );
  } finally {
    chrome.kill();
  }
}
