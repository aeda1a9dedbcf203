/* Applies the reader's settings before the first paint: theme, contrast, motion, language.

   tashkalar/ui/storage/settings.py writes the settings. A board inside another page reads nothing that is
   stored: its author chooses these values in the address. */

import { isEmbedded, queryValue } from "./address.js";
import { root } from "./dom.js";

const SETTINGS_KEY = "tashkalar.settings.v1";

/** @returns {Record<string, unknown>} the stored settings; their values can be anything */
function storedSettings() {
  try {
    const read = JSON.parse(window.localStorage.getItem(SETTINGS_KEY) || "{}");
    return read && typeof read === "object" ? read : {};
  } catch (_) {
    return {};
  }
}

/** @returns {Record<string, unknown>} */
function addressSettings() {
  return Object.fromEntries(["theme", "contrast", "motion"].map((name) => [name, queryValue(name)]));
}

/**
 * @param {unknown} value
 * @param {string[]} allowed
 */
function oneOf(value, allowed) {
  return typeof value === "string" && allowed.includes(value) ? value : null;
}

// A frame without an origin may not fetch fonts from most hosts, so it uses the system's fonts.
if (window.origin === "null") document.querySelector('link[href$="type.css"]')?.remove();

const settings = isEmbedded ? addressSettings() : storedSettings();
const theme = oneOf(settings.theme, ["light", "dark"]);
const motion = oneOf(settings.motion, ["off", "fast", "normal", "slow"]);
const contrast = oneOf(settings.contrast, ["more", "normal"]);
const languages = (root.dataset.languages || "").split(" ");
const language = oneOf(queryValue("lang"), languages) || oneOf(settings.language, languages);
const prefersContrast = window.matchMedia("(prefers-contrast: more)").matches;

if (isEmbedded) root.dataset.embed = oneOf(queryValue("mode"), ["position", "play", "replay"]) || "play";
if (theme) root.dataset.theme = theme;
if (motion) root.dataset.motion = motion;
if (contrast === "more" || (!contrast && prefersContrast)) root.dataset.contrast = "more";
if (oneOf(settings.font, ["usual", "readable"]) === "readable") root.dataset.font = "readable";
if (settings.legal === false) root.dataset.hints = "off";
if (settings.emblems === false) root.dataset.emblems = "off";
if (language) root.dataset.wantedLanguage = language;
