/* What a lesson shows before it is begun. */

/**
 * Return the scenario of the first part of a lesson as JSON, or "" if the lesson begins without one.
 * @param {string} text JSON of the lesson
 */
export function firstPosition(text) {
  const first = JSON.parse(text).parts?.[0];
  const scenario = first?.scenario;
  if (!scenario) return "";
  return JSON.stringify({ ...scenario, goal: first.goal ?? scenario.goal, text: first.poster ?? scenario.text });
}
