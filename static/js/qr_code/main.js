/* Draws QR codes; the page loads the script with its first code (tashkalar/features/far/page/qr_codes.py). */

import encodeQR from "qr";

const QUIET_ZONE = 4; // modules of paper around a code, as ISO/IEC 18004 asks

/** @param {boolean[]} row */
function* darkRuns(row) {
  for (let start = row.indexOf(true); start >= 0;) {
    const end = row.indexOf(false, start); // the quiet zone ends every run
    yield { start, length: end - start };
    start = row.indexOf(true, end);
  }
}

window.tashkalar.drawQrCode = (/** @type {SVGSVGElement} */ svg, /** @type {string} */ text) => {
  const rows = encodeQR(text, "raw", { ecc: "low", border: QUIET_ZONE });
  const runs = rows.flatMap((row, y) => [...darkRuns(row)].map(({ start, length }) => `M${start} ${y}h${length}v1h-${length}z`));
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", runs.join(""));
  svg.setAttribute("viewBox", `0 0 ${rows.length} ${rows.length}`);
  svg.replaceChildren(path);
};
