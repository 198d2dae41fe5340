import { describe, expect, it } from "vitest";
import type { Graph } from "../../../api/types";
import type { Choices } from "./choices";
import { ChoicesFileError, parseChoicesFile, printChoicesFile } from "./options-file";

const graph: Graph = {
  id: "g",
  run: "train",
  tag: "",
  kind: "op",
  source: "run",
  stage: "",
  file: "",
  step: null,
  function: null,
  label: "",
  wall_time: 0,
  bytes: 100,
  nodes: 1,
  edges: 0,
  functions: 0,
  function_ops: 0,
  fingerprint: "5f",
  error: null,
  warnings: [],
  properties: [],
  reading: false,
};
const choices: Choices = {
  open: ["a"],
  choice: ["exclude:op:NoOp"],
  hide: ["control", "op:Const"],
  paint: ["d64545:a"],
  note: ["a=slow"],
  series: ["0"],
  isolated: ["false"],
  colour: ["op_type"],
};

const fileWith = (changed: object): string =>
  JSON.stringify({ ...JSON.parse(printChoicesFile(graph, choices)), ...changed });

describe("a file of choices", () => {
  it("reads as it was written, and knows its graph", () => {
    const file = parseChoicesFile(printChoicesFile(graph, choices));
    expect(file).toEqual({ fingerprint: "5f", choices });
  });

  it.each([
    ["no JSON", "choices", "not JSON"],
    ["another file", "[]", "no graph settings"],
    ["null", "null", "no graph settings"],
    ["a later version", fileWith({ version: 2 }), "version 2"],
    ["no lists", fileWith({ choices: { note: "a" } }), "expected lists of strings"],
    [
      "a wrong rule",
      fileWith({ choices: { choice: ["drop:a"] } }),
      "Invalid value “drop:a” for “choice”",
    ],
    ["a wrong colour", fileWith({ choices: { paint: ["red:a"] } }), "“red:a”"],
    ["a wrong threshold", fileWith({ choices: { min_nodes: ["-1"] } }), "“-1”"],
    ["a wrong colouring", fileWith({ choices: { colour: ["mood"] } }), "“mood”"],
    ["a wrong kind", fileWith({ choices: { hide: ["ops"] } }), "for “hide”"],
  ])("is refused with a sentence for %s", (_, text, sentence) => {
    expect(() => parseChoicesFile(text)).toThrow(ChoicesFileError);
    expect(() => parseChoicesFile(text)).toThrow(sentence);
  });
});

describe("rules for tags in a file", () => {
  const read = (...rules: string[]) => parseChoicesFile(fileWith({ choices: { tag_rule: rules } }));

  it("are written as the server writes them, each once", () => {
    const { choices: found } = read(" a*  ->  b* ", "a* -> b*", "c -> d");
    expect(found.tag_rule).toEqual(["a* -> b*", "c -> d"]);
  });

  it("are refused where the server would refuse them", () => {
    expect(() => read("a -> *")).toThrow(ChoicesFileError);
    const many = Array.from({ length: 51 }, (_, at) => `a${at} -> b`);
    expect(() => read(...many)).toThrow(/51 rules/);
    expect(read(...many.slice(1)).choices.tag_rule).toHaveLength(50);
  });
});
