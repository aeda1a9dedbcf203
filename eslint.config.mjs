// How the scripts are checked: `npm run lint`. tests/run.py runs it, with the types and the styles.

import js from "@eslint/js";
import globals from "globals";

const MARKUP = "Text from outside must never become markup.";
const FOREIGN_NAMES = "[property.name=/^(name|key|id|url|path|file|language|type|what|word)$/], [property.property.name='type']";
const GUARDED = [
  "IfStatement[test.callee.property.name='hasOwn'] MemberExpression",
  "ConditionalExpression[test.callee.property.name='hasOwn'] > MemberExpression",
  "ConditionalExpression[test.right.callee.property.name='hasOwn'] > MemberExpression",
].join(", ");

export default [
  { ignores: ["**/node_modules/", "**/.*/", "static/vendor*/", "dist/", "build/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-lines-per-function": ["error", { max: 40, skipBlankLines: true, skipComments: true }],
      "no-else-return": "error",
      "no-eval": "error",
      "no-implicit-coercion": ["error", { boolean: false }],
      "no-implicit-globals": "error",
      "no-implied-eval": "error",
      "no-lonely-if": "error",
      "no-new-func": "error",
      "no-promise-executor-return": "error",
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML", "setHTMLUnsafe"].map((property) => ({ property, message: MARKUP })),
        { object: "document", property: "write", message: MARKUP },
      ],
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-unneeded-ternary": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "all", caughtErrorsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-useless-rename": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-arrow-callback": "error",
      "prefer-const": "error",
      "prefer-object-has-own": "error",
      "prefer-object-spread": "error",
      "prefer-promise-reject-errors": "error",
      "prefer-template": "error",
      "template-curly-spacing": "error",
      radix: "error",
      strict: ["error", "safe"],
      yoda: "error",
    },
  },
  {
    files: ["static/**/*.js"],
    languageOptions: { sourceType: "script", globals: globals.browser },
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: `MemberExpression[computed=true]:matches(${FOREIGN_NAMES}):not(${GUARDED})`,
          message: "Look names up in a Map, or ask Object.hasOwn first: every object has a 'constructor'.",
        },
      ],
    },
  },
  { files: ["static/js/*/*.js"], languageOptions: { sourceType: "module" } },
  {
    // Workers start Python with these as well; what both have goes by the name of `self`.
    files: ["static/js/python/*.js"],
    rules: { "no-restricted-globals": ["error", "window", "document", "localStorage"] },
  },
  {
    // It runs where the others do not, to say so.
    files: ["static/js/support.js"],
    languageOptions: { ecmaVersion: 5 },
    rules: {
      "no-restricted-syntax": "off", // it knows no Object.hasOwn, and its names are its own
      "no-var": "off",
      "object-shorthand": "off",
      "prefer-arrow-callback": "off",
      "prefer-object-has-own": "off",
      "prefer-template": "off",
    },
  },
  {
    files: ["tashkalar/site/sw.js"],
    languageOptions: { sourceType: "module", globals: { ...globals.serviceworker, __SITE__: "readonly" } },
  },
  { files: ["**/*.mjs"], languageOptions: { globals: globals.node } },
  { files: ["tools/bench_start/*.mjs"], languageOptions: { globals: globals.browser } },
  {
    // What is given to `evaluate` runs in a page.
    files: ["tools/judges/*.mjs"],
    languageOptions: { globals: { navigator: "readonly" } },
  },
];
