/* For tests/test_forms.py: says what is wrong with the form of values. */

import { readFileSync } from "node:fs";

import { checkForm, setForms } from "../static/js/picture/check.js";

const { forms, known, name, values } = JSON.parse(readFileSync(0, "utf8"));

setForms(forms);
const faults = values.map((value) => {
  try {
    checkForm(name, value, "", known);
    return "";
  } catch (error) {
    return error.message;
  }
});
process.stdout.write(JSON.stringify(faults));
