/* For tests/test_frame_words.py: says goals and faults as a board without Python does. */

/* global document */

import { readFileSync } from "node:fs";

import { checkForm, checkLesson, setForms } from "../static/js/picture/check.js";
import { goalLines, goalTitle } from "../static/js/picture/goal_words.js";
import { knownIds } from "../static/js/picture/hand.js";
import { setWords } from "../static/js/picture/words.js";

const { words, data, forms, goals, scenarios, lessons } = JSON.parse(readFileSync(0, "utf8"));
setForms(forms);

const said = Object.entries(words).map(([language, texts]) => {
  document.documentElement.lang = language;
  setWords(texts);
  return [language, goals.map(([goal, setup]) => [goalTitle(goal, setup), ...goalLines(goal, setup)])];
});
const faultOf = (check) => {
  try {
    check();
    return "";
  } catch (error) {
    return error.message;
  }
};
const faults = scenarios.map((scenario) => faultOf(() => checkForm("scenario", scenario, "", knownIds(data))));
const lessonFaults = lessons.map((lesson) => faultOf(() => checkLesson(lesson)));
process.stdout.write(JSON.stringify({ said: Object.fromEntries(said), faults, lessonFaults }));
