import fc from "fast-check";
import { expect, it } from "vitest";
import { xmlAttributes, xmlText } from "./xml";

const READ = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
]);
const read = (written: string): string =>
  written.replace(/&\w+;/g, (entity) => READ.get(entity) ?? entity);

it("writes any text so that it is read again, and no part of it as markup", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const written = xmlText(text);
      expect(written).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|apos);)/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these have no place in XML
      expect(read(written)).toBe(text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, "\ufffd"));
    }),
  );
});

it("puts a mark in the place of what XML cannot hold", () => {
  expect(xmlText("a\0b\u001bc\ufffe")).toBe("a\ufffdb\ufffdc\ufffd");
  expect(xmlText("\ud83d \ude00 \ud83d\ude00")).toBe("\ufffd \ufffd \ud83d\ude00");
  expect(xmlText("tab\tline\n")).toBe("tab\tline\n");
});

it("writes attributes that cannot be left", () => {
  expect(xmlAttributes({ x: 1.5, title: '"/><script>', rx: undefined })).toBe(
    ' x="1.5" title="&quot;/&gt;&lt;script&gt;"',
  );
  expect(xmlAttributes({})).toBe("");
});
