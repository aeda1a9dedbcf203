/* Texts that authors write into attributes, files and messages. What programs on the way have done to them is undone as
   in `tashkalar/pasted_text.py`, whose tests this file passes too. */

const HINTS = "[\\u00ad\\u180e\\u200b\\u2060\\ufeff]+"; // signs of no width that say where a line may be broken
const HIDDEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202c\u2060-\u206f\ufeff]/g;
const SPACES = /[\t\v\f\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const QUOTES = "“”„‟«»＂";
const CURLY_QUOTE = /«[ \u00a0\u202f]?|[ \u00a0\u202f]?»|[“”„‟＂]/g;
const OBJECT = new RegExp(`\\{(?=\\s*(?:["${QUOTES}]|\\}|$))`, "m");
const FENCE = /^\s*(?:```\w*|~~~\w*)\s*$/;
const NO_WORD = /^["'‘’“”„‟«»＂>).,;!?…*_`~\u200b-\u200f\u202a-\u202c\u2060-\u206f\ufeff]*(?:\s|$)/;
const ENTITY = /&(quot|amp|lt|gt|apos|nbsp|shy|#\d{1,7}|#[xX][\da-fA-F]{1,6});/g;
const ENTITIES = new Map([["quot", '"'], ["amp", "&"], ["lt", "<"], ["gt", ">"], ["apos", "'"], ["nbsp", "\u00a0"], ["shy", "\u00ad"]]);
const QUOTED_PRINTABLE = /=(?:3D|[89A-F][\dA-F]|[ \t]*\r?\n)/;
const NOT_QUOTED_PRINTABLE = /=(?![\dA-F]{2}|[ \t]*(?:\r?\n|$))|[^\0-~]/;
const CUT_WIDTHS = [76, 77, 78, 79, 80, 998];
const MOST_QUOTES_AND_ENCODINGS = 3; // in each other

/**
 * Return whether a text is meant as a JSON object and not as an address, perhaps with signs or words around it.
 * @param {string} text
 */
export function isJson(text) {
  return !/^\s*<[!a-z?]/i.test(text) && (/^\s*\{/.test(text) || OBJECT.test(undoEncodings(withoutHints(text))));
}

/**
 * Return a JSON text as it was before it was pasted; one that cannot be read stays as it is.
 * @param {string} text
 */
export function mendedJson(text) {
  const given = withoutHints(text);
  if (isRead(given)) return given;
  const lines = cutOut(undoEncodings(given).split(/\r\n|[\r\n\u0085\u2028\u2029]/));
  const own = lines.map((line) => (line.startsWith(">") ? "" : line)); // without an earlier mail below
  return [lines, own].map(mendedLines).find(isRead) ?? text;
}

/**
 * Return the text of a response, which may be UTF-16.
 * @param {Response} response
 */
export async function textOf(response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

/** @param {string} text */
function isRead(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} text */
function withoutHints(text) {
  return text
    .replace(new RegExp(`([\\n-~])${HINTS}`, "g"), "$1")
    .replace(new RegExp(`${HINTS}([\\n-~]|$)`, "g"), "$1")
    .replace(new RegExp(`^${HINTS}`), "")
    .replace(/([!-~])[\u200c\u200d]+(?=[!-~])/g, "$1");
}

/** @param {string} text */
function undoEncodings(text) {
  let decoded = text;
  for (let count = 0; count < MOST_QUOTES_AND_ENCODINGS; count += 1) decoded = undoEncoding(decoded);
  return decoded;
}

/** @param {string} text */
function undoEncoding(text) {
  if (QUOTED_PRINTABLE.test(text) && !NOT_QUOTED_PRINTABLE.test(text)) {
    return percentDecoded(text.replace(/=[ \t]*(?:\r?\n|$)/g, "").replace(/%/g, "%25").replace(/=([\dA-F]{2})/g, "%$1"));
  }
  if (!/["<]/.test(text) && text.search(ENTITY) >= 0) {
    return text.replace(ENTITY, (_, name) => ENTITIES.get(name) ?? String.fromCodePoint(Number(name.replace(/^#x?/i, /x/i.test(name) ? "0x" : ""))));
  }
  return /%(?:22|0A|7B|3A)/i.test(text) && !/\s|["{]/.test(text.trim()) ? percentDecoded(text.trim()) : text;
}

/** @param {string} text */
function percentDecoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Return the lines of the object, without mail quotes, words above it and the fences of a chat.
 * @param {string[]} lines
 */
function cutOut(lines) {
  const first = lines.findIndex((line) => OBJECT.test(line));
  if (first < 0) return lines;
  const depth = (/^[ \t]*(?:>[ \t]?)+/.exec(lines[first])?.[0] ?? "").replace(/[^>]/g, "").length;
  const mark = new RegExp(`^(?:[ \\t]*> ?){${depth}}`);
  const hasFence = lines.slice(0, first).some((line) => FENCE.test(line.replace(mark, "")));
  const cut = [];
  for (const line of lines.slice(first)) {
    const content = line.replace(mark, "");
    const isFence = FENCE.test(content);
    if ((depth && line.trim() && !mark.test(line)) || (isFence && hasFence)) break;
    cut.push(isFence ? "" : content);
  }
  while (cut.length > 1 && !cut[cut.length - 1].trim()) cut.pop();
  return cut;
}

/**
 * Return the object in lines; "" if a word may have been cut, or if something belongs to it that is none.
 * @param {string[]} lines
 */
function mendedLines(lines) {
  const width = lines[0].length;
  const isHardWrapped = width >= 60 && lines.every((line, at) => line.length === width || (at === lines.length - 1 && line.length < width));
  const whole = lines.join(isHardWrapped ? "" : "\n");
  const found = whole.slice(Math.max(0, whole.search(OBJECT)));
  const isCurly = QUOTES.includes(found.slice(1).trimStart()[0] ?? " ") || !found.includes('"');
  const text = isCurly ? found.replace(CURLY_QUOTE, '"') : found;
  const end = endOf(text);
  const behind = text.slice(end);
  if (OBJECT.test(behind) || !NO_WORD.test(behind)) return "";
  return mendedStrings(text.slice(0, end).split(/("(?:[^"\\]|\\[^])*"?)/));
}

/**
 * Return the index behind the object that a text begins with.
 * @param {string} text
 */
function endOf(text) {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\[^])*"?|[{}]/g)) {
    if (token === "{") depth += 1;
    else if (token === "}") depth -= 1;
    if (depth === 0) return index + token.length;
  }
  return text.length;
}

/** @param {string[]} parts of JSON; the odd ones are strings */
function mendedStrings(parts) {
  const hasOtherSpaces = parts.some((part, at) => at % 2 === 0 && part.search(SPACES) >= 0);
  let line = "";
  const mended = parts.map((part, at) => {
    const [first, ...others] = part.split("\n");
    line += first;
    if (at % 2 === 0) {
      if (others.length) line = others[others.length - 1];
      return part.replace(SPACES, " ").replace(HIDDEN, "");
    }
    let string = first;
    for (const other of others) {
      if (CUT_WIDTHS.includes(line.length) && !line.endsWith("=") && !line.trim().includes(" ")) return null;
      string += string.endsWith(" ") ? other : ` ${other}`;
      line = other;
    }
    return hasOtherSpaces ? string.replace(SPACES, " ") : string.replace(/\t/g, " ");
  });
  return mended.includes(null) ? "" : mended.join("");
}
