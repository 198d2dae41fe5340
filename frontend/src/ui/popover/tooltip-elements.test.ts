import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";

const SOURCE = new URL("../../", import.meta.url);
/** A name for readers, not an explanation for the pointer. */
const NAMED_BY_TITLE = new Set(["iframe", "abbr"]);

/** Elements with a `title`, as attribute or as an element of SVG, as `file:line`; components may have one. */
function titled(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxAttribute(node) && node.name.getText() === "title") {
      const tag = node.parent.parent.tagName.getText();
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (/^[a-z]/.test(tag) && !NAMED_BY_TITLE.has(tag)) found.push(`${file}:${line + 1}`);
    }
    if (ts.isJsxOpeningElement(node) && node.tagName.getText() === "title") {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it("explains no element by title, which keyboards and fingers do not reach", () => {
  const names = readdirSync(SOURCE, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".tsx"));
  expect(files.length).toBeGreaterThan(100);
  const all = files.flatMap((name) => titled(name, readFileSync(new URL(name, SOURCE), "utf8")));
  expect(all).toEqual([]);
});

it("finds a title of an element, and leaves those of components alone", () => {
  expect(titled("a.tsx", `<p>\n<b class="x" title={text}>b</b></p>`)).toEqual(["a.tsx:2"]);
  expect(titled("a.tsx", "<svg><title>b</title></svg>")).toEqual(["a.tsx:1"]);
  expect(titled("a.tsx", `<Dialog title="Find"><iframe title="Find" /></Dialog>`)).toEqual([]);
});
