/* Files of this site that the address of a board names. */

import { textOf } from "./texts.js";

/** A file that could not be fetched; the message names it. */
export class FetchError extends Error {}

/**
 * Return the text of a file of this site.
 * @param {string} value its address
 */
export async function fetchText(value) {
  if (!URL.canParse(value, window.location.href)) throw new FetchError(value);
  const address = new URL(value, window.location.href);
  if (address.origin !== window.location.origin) throw new FetchError(address.href);
  const response = await fetch(address.href).catch(() => null);
  if (!response) throw new FetchError(address.href);
  if (!response.ok) throw new FetchError(`${response.status} ${address.href}`);
  return textOf(response);
}
