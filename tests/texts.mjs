/* For tests/test_frame_texts.py: reads texts as the boards in other pages do. */

import { readFileSync } from "node:fs";

import { isJson, mendedJson, textOf } from "../static/js/frame/texts.js";

const { texts, files } = JSON.parse(readFileSync(0, "utf8"));
const decoded = await Promise.all(files.map((file) => textOf(new Response(Buffer.from(file, "base64")))));
process.stdout.write(JSON.stringify({
  areJson: texts.map(isJson),
  mended: texts.map(mendedJson),
  decoded,
}));
