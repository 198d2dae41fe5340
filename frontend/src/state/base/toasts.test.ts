import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notices, say } from "./toasts";

const shown = (): string[] => notices.value.map(({ text }) => text);

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.runAllTimers();
  expect(shown()).toEqual([]);
  vi.useRealTimers();
});

test("a notice does not take the place of another", () => {
  say("copied");
  vi.advanceTimersByTime(2000);
  say("kept");
  expect(shown()).toEqual(["copied", "kept"]);
  vi.advanceTimersByTime(600);
  expect(shown()).toEqual(["kept"]);
});

test("what there is no room for waits, and is then in sight as long as any other", () => {
  for (const text of ["1", "2", "3", "4"]) say(text);
  expect(shown()).toEqual(["1", "2", "3"]);
  vi.advanceTimersByTime(2501);
  expect(shown()).toEqual(["4"]);
  vi.advanceTimersByTime(2400);
  expect(shown()).toEqual(["4"]);
});

test("of one topic only the last is said", () => {
  say("kept");
  say("undone: a", undefined, "undo");
  say("undone: b", undefined, "undo");
  expect(shown()).toEqual(["kept", "undone: b"]);
});

test("what is said again goes on and is not said twice", () => {
  say("copied");
  vi.advanceTimersByTime(2000);
  say("copied");
  vi.advanceTimersByTime(2000);
  expect(shown()).toEqual(["copied"]);
});
