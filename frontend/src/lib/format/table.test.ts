import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tableFile } from "./table";

const TABLE = {
  columns: ["run", "lr", "note"],
  rows: [
    ["a_1", 0.001, 'said "hi", left'],
    ["b", null, "=1+1"],
    ["c", Number.NaN, "50 % & more"],
  ],
} as const;

/** Reads RFC 4180, a character at a time. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (quoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === "," || sign === "\n")) {
      rows.at(-1)?.push(cell);
      cell = "";
      if (sign === "\n") rows.push([]);
    } else if (quoted || sign !== "\r") cell += sign;
  }
  return rows.slice(0, -1);
}

describe("CSV", () => {
  it("quotes what would break a row, and disarms formulas", () => {
    expect(tableFile(TABLE, "csv")).toBe(
      'run,lr,note\r\na_1,0.001,"said ""hi"", left"\r\nb,,\'=1+1\r\nc,NaN,50 % & more\r\n',
    );
  });

  it.each([
    ["-0.5", "-0.5"],
    ["+1.e-5", "+1.e-5"],
    ["-Infinity", "-Infinity"],
    ["-", "'-"],
    ["-0x1", "'-0x1"],
    ["-1+1", "'-1+1"],
    [" =1+1", "' =1+1"],
    ["\u3000\u00a0=1", "'\u3000\u00a0=1"],
    ["\ufeff=1", "'\ufeff=1"],
    ["\u200b=1", "'\u200b=1"],
    ["\0=1", "'\0=1"],
    ["\r1", '"\'\r1"'],
    ["\uff1d1+1", "'\uff1d1+1"],
    ["\uff0b1", "'\uff0b1"],
    ["\uff0d1", "'\uff0d1"],
    [" \uff20SUM(1)", "' \uff20SUM(1)"],
    [" a=1", " a=1"],
    ["-1\n", '"\'-1\n"'],
    ["\t1", "'\t1"],
    ["@SUM(1)", "'@SUM(1)"],
    ["a=1", "a=1"],
  ])("writes the text %j as %j", (text, field) => {
    expect(tableFile({ columns: ["c"], rows: [[text]] }, "csv")).toBe(`c\r\n${field}\r\n`);
  });

  it("reads back as what was written", () => {
    const text = fc.string().map((one) => `a${one}`);
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
        expect(readCsv(tableFile({ columns: ["a", "b"], rows }, "csv")).slice(1)).toEqual(rows);
      }),
    );
  });
});

it("JSON keeps names, doubles and words for what is no number", () => {
  const table = { columns: ["x", "x", "__proto__"], rows: [[1, Number.NaN, true]] };
  const [row] = JSON.parse(tableFile(table, "json"));
  expect(Object.entries(row)).toEqual([
    ["x", 1],
    ["x (2)", "NaN"],
    ["__proto__", true],
  ]);
});

it("LaTeX escapes its own signs and sets numbers as such", () => {
  const text = tableFile(TABLE, "latex");
  expect(text).toContain("\\begin{tabular}{lrl}");
  expect(text).toContain('a\\_1 & $0.001$ & said "hi", left \\\\');
  expect(text).toContain("c & NaN & 50 \\% \\& more \\\\");
  const small = { columns: ["x"], rows: [[1.5e-9], [-Infinity]] };
  expect(tableFile(small, "latex")).toContain("$1.5 \\times 10^{-9}$ \\\\\n$-\\infty$ \\\\");
});

it("Markdown keeps a row in its line, and aligns numbers", () => {
  const table = {
    columns: ["name", "x|y"],
    rows: [
      ["a|b\n*c*", 1.5],
      [null, Number.NaN],
    ],
  };
  expect(tableFile(table, "markdown")).toBe(
    "| name | x\\|y |\n| --- | ---: |\n| a\\|b<br>\\*c\\* | 1.5 |\n|  | NaN |\n",
  );
});
