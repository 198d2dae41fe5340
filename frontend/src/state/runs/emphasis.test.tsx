import { fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, describe, expect, it } from "vitest";
import { emphasise, emphasised, emphasisedOf, emphasiseNothing, emphasises } from "./emphasis";

const LINES = [
  { key: "a\nloss", runs: ["a"] },
  { key: "a\nacc", runs: ["a"] },
  { key: "b\nloss", runs: ["b"] },
  { key: "group", runs: ["c", "d"] },
];

function keysOf(runs: readonly string[], line?: string): string[] {
  return emphasisedOf(LINES, { runs, line }).map(({ key }) => key);
}

afterEach(() => {
  emphasise("test", []);
  emphasiseNothing("test");
});

describe("the lines in front", () => {
  it("are none while the pointer is on nothing", () => {
    expect(emphasisedOf(LINES, null)).toEqual([]);
  });

  it("are all of a run", () => {
    expect(keysOf(["a"])).toEqual(["a\nloss", "a\nacc"]);
  });

  it("are that of the group of a run", () => {
    expect(keysOf(["d"])).toEqual(["group"]);
  });

  it("are the line itself where it stands, and elsewhere all of its run", () => {
    expect(keysOf(["a"], "a\nacc")).toEqual(["a\nacc"]);
    expect(keysOf(["a"], "a\nother")).toEqual(["a\nloss", "a\nacc"]);
  });
});

describe("an element that stands for runs", () => {
  it("emphasises them while a mouse is on it", () => {
    render(<p {...emphasises(["a"], "a\nloss")}>row</p>);
    fireEvent.pointerEnter(screen.getByText("row"), { pointerType: "mouse" });
    expect(emphasised.value).toEqual({ runs: ["a"], line: "a\nloss" });
    fireEvent.pointerLeave(screen.getByText("row"), { pointerType: "mouse" });
    expect(emphasised.value).toBeNull();
  });
});

it("is not cleared by what was left before", () => {
  emphasise("chart", ["a"], "x");
  emphasise("row", ["a"], "x");
  emphasiseNothing("chart");
  expect(emphasised.value).toEqual({ runs: ["a"], line: "x" });
});
