/* The names of what a board can show, and what an author may have meant by another name. */

export const CONTENTS = ["scenario", "lesson", "puzzle", "course", "card", "task", "rule", "record"];
// Attributes of every element, one letter from ours.
const GLOBAL_NAMES = ["role", "form", "slot", "part"];

/**
 * Return the name that a misspelled attribute may mean, or undefined.
 * @param {string} name
 * @param {string[]} names
 */
export function nearestName(name, names) {
  if (name.length < 4 || names.includes(name) || GLOBAL_NAMES.includes(name)) return undefined;
  return names.find((one) => one.length > 3 && isNear(name, one));
}

/**
 * Return whether two names differ by one letter that is missing, changed, or changed places with the next.
 * @param {string} one
 * @param {string} other
 */
function isNear(one, other) {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [rest, otherRest] = [one.slice(same), other.slice(same)];
  const swapped = rest[1] === otherRest[0] && rest[0] === otherRest[1] && rest.slice(2) === otherRest.slice(2);
  return swapped || rest.slice(1) === otherRest || rest === otherRest.slice(1) || rest.slice(1) === otherRest.slice(1);
}

/**
 * Return which of the contents a board shows, and a complaint about the others, or "". A record may have a scenario, which
 * is shown before the replay begins.
 * @param {string[]} given
 */
export function chosenContents(given) {
  const first = given.includes("record") ? ["record", "scenario"] : given.slice(0, 1);
  const shown = given.filter((name) => first.includes(name));
  const spare = given.filter((name) => !first.includes(name));
  const complaint = spare.length ? `${given.join(", ")}: a board shows one of them, here ${first[0]}` : "";
  return { shown, complaint };
}
