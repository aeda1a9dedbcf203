// How the style sheets are checked: `npm run style`. The standard rules, less what only says how
// to write: our rules are one line each, and grouped.

/** @type {import("stylelint").Config} */
export default {
  extends: "stylelint-config-standard",
  reportNeedlessDisables: true,
  rules: {
    "alpha-value-notation": "number",
    "at-rule-empty-line-before": null,
    "comment-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "declaration-block-single-line-max-declarations": null,
    "declaration-empty-line-before": null,
    "function-url-no-scheme-relative": true,
    "function-url-quotes": null,
    "media-feature-range-notation": "prefix",
    // A part has its rules in its own section and in those of the layouts, in this order.
    "no-descending-specificity": null,
    "no-duplicate-selectors": null,
    // What these do has no unprefixed form in Safari yet.
    "property-no-vendor-prefix": [true, { ignoreProperties: ["text-size-adjust", "user-select"] }],
    "rule-empty-line-before": null,
    "selector-max-id": 2,
    "unit-disallowed-list": ["pt", "cm", "mm", "in", "pc"],
    "value-keyword-case": ["lower", { ignoreProperties: ["/^--/", "/^font/"] }],
  },
  // Sheets of paper are measured in millimeters and points.
  overrides: [{ files: "static/pages/print.css", rules: { "unit-disallowed-list": ["cm", "in", "pc"] } }],
};
