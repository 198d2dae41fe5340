import { h, render } from "preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Status } from "../../api/types";
import { status } from "./connection";
import { useAnswer } from "./use-query";

const statusOf = (generation: number) => ({ instance: "one", generation }) as Status;

/** What draws nothing needs no more of a document. */
const place = { childNodes: [], firstChild: null } as unknown as Element;

beforeEach(() => {
  vi.useFakeTimers();
  status.value = statusOf(1);
});

afterEach(() => {
  render(null, place);
  vi.useRealTimers();
});

/** A component that asks what it is drawn with, and what it asked. */
function asking() {
  const asked: string[] = [];
  function Asker({ question }: { readonly question: string | null }) {
    useAnswer(question, async () => {
      asked.push(question ?? "");
      await new Promise((done) => setTimeout(done, 500));
    });
    return null;
  }
  const draw = (question: string | null) => render(h(Asker, { question }), place);
  return { asked, draw };
}

it("asks a question once, and again when the data changes", async () => {
  const { asked, draw } = asking();
  draw("first");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(["first"]);
  status.value = statusOf(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(["first", "first"]);
});

it("asks another question at once, and nothing without one", async () => {
  const { asked, draw } = asking();
  draw(null);
  await vi.advanceTimersByTimeAsync(60_000);
  draw("first");
  await vi.advanceTimersByTimeAsync(60_000);
  draw("second");
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(["first", "second"]);
  draw(null);
  status.value = statusOf(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(["first", "second"]);
});
