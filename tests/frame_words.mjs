/* For tests/test_frame_words.py: says goals and faults as a board without Python does. */

/* global document */

import { readFileSync } from "node:fs";

import { checkLesson, scenarioFault } from "../static/js/picture/check.js";
import { goalFormFault, goalLines, goalTitle } from "../static/js/picture/goal_words.js";
import { setWords } from "../static/js/picture/words.js";

const { words, data, goals, scenarios, lessons } = JSON.parse(readFileSync(0, "utf8"));

const said = Object.entries(words).map(([language, texts]) => {
  document.documentElement.lang = language;
  setWords(texts);
  return [language, goals.map(([goal, setup]) => [goalTitle(goal, setup), ...goalLines(goal, setup)])];
});
const faults = scenarios.map((scenario) => {
  const { goal = "" } = scenario;
  return (typeof goal === "string" ? "" : goalFormFault(goal)) || scenarioFault(scenario, data);
});
const lessonFaults = lessons.map((lesson) => {
  try {
    checkLesson(lesson);
    return "";
  } catch (error) {
    return error.message;
  }
});
process.stdout.write(JSON.stringify({ said: Object.fromEntries(said), faults, lessonFaults }));
