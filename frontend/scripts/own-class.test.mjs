import path from "node:path";
import stylelint from "stylelint";
import { expect, it } from "vitest";
import { ownClass } from "./own-class.mjs";

const SOURCE = path.join(import.meta.dirname, "..", "src");

async function rejected(sheet, css) {
  const { results } = await stylelint.lint({
    code: css,
    codeFilename: path.join(SOURCE, sheet),
    config: { plugins: [ownClass], rules: { "scopeboard/own-class": { runs: "run" } } },
  });
  return results.flatMap(({ warnings }) => warnings.map(({ text }) => /“(.+?)”/.exec(text)?.[1]));
}

it.each([
  ["features/graph/inspector/node-card.css", ".graph-info-card { gap: 0 }"],
  ["features/graph/graph.css", ".graph { gap: 0 }"],
  ["features/runs/table/run-menu.css", ".ui-menu .run-colour::before { gap: 0 }"],
  ["ui/popover/menu.css", ".ui-menu kbd, .ui-menu:hover { gap: 0 }"],
  ["app/app.css", "@keyframes app-turn { from { gap: 0 } to { gap: 1px } }"],
])("takes what names a class of its folder: %s %s", async (sheet, css) => {
  expect(await rejected(sheet, css)).toEqual([]);
});

it.each([
  ["features/graph/graph.css", ".path { gap: 0 }", ".path"],
  ["features/graph/graph.css", ".graphs { gap: 0 }", ".graphs"],
  ["features/graph/graph.css", ".graph-a, .ui-button { gap: 0 }", ".ui-button"],
  ["features/runs/runs.css", ".runs { gap: 0 }", ".runs"],
  ["ui/popover/menu.css", "button { gap: 0 }", "button"],
  ["app/app.css", "@media print { .run-table { gap: 0 } }", ".run-table"],
])("refuses what styles the things of others: %s %s", async (sheet, css, selector) => {
  expect(await rejected(sheet, css)).toEqual([selector]);
});
