import { ownClass } from "./scripts/own-class.mjs";

// Keeps the sheets on the colours and scales of `src/ui/theme/tokens.css`.

const TOKENS = "src/ui/theme/tokens.css";
const PALETTES = ["src/features/graph/render/categories.css", "src/features/graph/render/theme.css"];

/** Prefixes of classes by folder, where it is not the folder's name: those of one of its things. */
const PREFIXES = {
  curves: "curve",
  distributions: "distribution",
  runs: "run",
  scalars: "scalar",
  tensors: "tensor",
};

/** Properties that components set: the depth of a row, its colour, the tracks of a grid. */
const INLINE = {
  "--depth": "0",
  "--run-colour": "#000",
  "--scatter-height": "0",
  "--scatter-width": "0",
  "--tracks": "none",
};

/** A step of the scale, a hairline, a length relative to something, or a distance beyond the scale. */
const LENGTH =
  "(0|auto|-?1px|var\\(--space-\\d\\)|(calc|min|max)\\(.+\\)|[\\d.]+(em|ch|mm|vh|vw|%)|(2[5-9]|[3-9]\\d|\\d{3})px)";
const RADIUS = "(0|50%|inherit|var\\(--radius(-small|-large|-round)?\\)|calc\\(.+\\))";

/** Returns a pattern of one to four values. */
const list = (value) => `/^${value}( ${value}){0,3}$/`;

/** @type {import("stylelint").Config} */
export default {
  reportNeedlessDisables: true,
  reportDescriptionlessDisables: true,
  plugins: [
    "stylelint-value-no-unknown-custom-properties",
    ownClass,
  ],
  rules: {
    "block-no-empty": true,
    "color-no-hex": [true, { message: "Colours have names, in tokens.css: themes change them." }],
    "csstools/value-no-unknown-custom-properties": [
      true,
      { importFrom: [TOKENS, ...PALETTES, { customProperties: INLINE }] },
    ],
    "declaration-block-no-duplicate-properties": true,
    "declaration-property-value-allowed-list": [
      {
        "/^((row-|column-)?gap|padding|margin)/": [list(LENGTH)],
        "/^border-.*radius$/": [list(RADIUS)],
        "font-size": ["/^var\\(--text-\\w+\\)$/", "inherit", "/em$/"],
        // Small numbers order the parts of one component.
        "z-index": ["auto", "/^-?[0-6]$/", "/^var\\(--layer-[\\w-]+\\)$/"],
      },
      { message: (property) => `Use a step of the scale in tokens.css for ${property}.` },
    ],
    "function-disallowed-list": [
      ["rgb", "rgba", "hsl", "hsla"],
      { message: "Colours have names, in tokens.css: themes change them." },
    ],
    "media-feature-name-value-allowed-list": [
      { "max-width": ["699px"], "min-width": ["700px"] },
      { message: "The page has one breakpoint; state/shell/panels.ts has it too." },
    ],
    "no-duplicate-selectors": true,
    "no-invalid-position-at-import-rule": true,
    "property-no-unknown": true,
    "scopeboard/own-class": PREFIXES,
    "selector-max-id": 0,
    "selector-pseudo-class-no-unknown": true,
    "selector-type-no-unknown": true,
    "unit-no-unknown": true,
  },
  overrides: [
    { files: ["src/ui/theme/*.css"], rules: { "scopeboard/own-class": null } },
    {
      files: [TOKENS, ...PALETTES],
      rules: { "color-no-hex": null, "function-disallowed-list": null },
    },
  ],
};
