import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shownToasts, showToast } from "./toasts";

const shown = (): string[] => shownToasts.value.map(({ text }) => text);

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.runAllTimers();
  expect(shown()).toEqual([]);
  vi.useRealTimers();
});

test("a notice does not take the place of another", () => {
  showToast("copied");
  vi.advanceTimersByTime(2000);
  showToast("saved");
  expect(shown()).toEqual(["copied", "saved"]);
  vi.advanceTimersByTime(600);
  expect(shown()).toEqual(["saved"]);
});

test("what there is no room for waits, and is then in sight as long as any other", () => {
  for (const text of ["1", "2", "3", "4"]) showToast(text);
  expect(shown()).toEqual(["1", "2", "3"]);
  vi.advanceTimersByTime(2501);
  expect(shown()).toEqual(["4"]);
  vi.advanceTimersByTime(2400);
  expect(shown()).toEqual(["4"]);
});

test("only the last toast of a topic is shown", () => {
  showToast("saved");
  showToast("undone: a", undefined, "undo");
  showToast("undone: b", undefined, "undo");
  expect(shown()).toEqual(["saved", "undone: b"]);
});

test("a repeated toast stays and is not doubled", () => {
  showToast("copied");
  vi.advanceTimersByTime(2000);
  showToast("copied");
  vi.advanceTimersByTime(2000);
  expect(shown()).toEqual(["copied"]);
});
