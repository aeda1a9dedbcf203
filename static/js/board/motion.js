/* Whether anything may move: the setting, else what the system asks for. */

/** @returns {boolean} whether nothing may move */
export function isStill() {
  const { motion = "auto" } = document.documentElement.dataset;
  return motion === "off" || (motion === "auto" && window.matchMedia("(prefers-reduced-motion: reduce)").matches);
}
