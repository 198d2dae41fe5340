import { expect, it } from "vitest";
import type { ChangeNotice } from "../../api/types";
import { ChangeTracker } from "./change-tracker";

function notice(run: string | null, tags: string[] | null): ChangeNotice {
  return { run, tags, last_step: null, last_wall_time: null, version: "" };
}

it("returns the last revision that changed a series", () => {
  const changes = new ChangeTracker();
  changes.note([notice("a", ["x", "y"]), notice("b", ["x"])]);
  changes.note([notice("b", ["y"])]);
  expect(changes.ofSeries("x", ["a"])).toBe(1);
  expect(changes.ofSeries("y", ["a"])).toBe(1);
  expect(changes.ofSeries("y", ["a", "b"])).toBe(2);
  expect(changes.ofSeries("x", ["c"])).toBe(0);
  expect([changes.ofSeries("x", []), changes.ofSeries("y", [])]).toEqual([1, 2]);
  expect(changes.ofLists).toBe(0);
});

it("takes anything of a run for all of its tags", () => {
  const changes = new ChangeTracker();
  changes.note([notice("a", ["x"]), notice("b", ["x"])]);
  changes.note([notice("a", null)]);
  expect([changes.ofSeries("x", ["a"]), changes.ofSeries("x", ["b"])]).toEqual([2, 1]);
  expect([changes.ofSeries("x", []), changes.ofLists]).toEqual([2, 2]);
});

it("takes anything at all for everything", () => {
  const changes = new ChangeTracker();
  changes.note([notice("a", ["x"])]);
  changes.noteAnything();
  expect(changes.ofSeries("x", ["a"])).toBe(2);
  expect(changes.ofSeries("z", ["c"])).toBe(2);
  expect(changes.ofLists).toBe(2);
});

it("forgets which of very many series changed, but not that they did", () => {
  const changes = new ChangeTracker();
  const tags = Array.from({ length: 50_001 }, (_, at) => String(at));
  changes.note([notice("a", ["0"])]);
  changes.note([notice("a", tags)]);
  expect(changes.ofSeries("another", ["b"])).toBe(2);
});

it("takes any name for a name", () => {
  const changes = new ChangeTracker();
  changes.note([notice("__proto__", ["constructor"])]);
  expect(changes.ofSeries("constructor", ["__proto__"])).toBe(1);
  expect(changes.ofSeries("toString", ["hasOwnProperty"])).toBe(0);
});
