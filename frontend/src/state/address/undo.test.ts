import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { shownToasts } from "../base/toasts";
import {
  absorbChanges,
  canRedo,
  forgetSteps,
  noteSavedChange,
  redo,
  undo,
  whenReplayed,
} from "./undo";
import { commitHistory, urlList, urlText, viewChanges } from "./url-state";

const filter = urlText("filter");
const smooth = urlText("smooth");
const runs = urlList("runs");
const camera = urlText("camera");

beforeEach(() => {
  vi.useFakeTimers();
  for (const text of [filter, camera]) text.value = "";
  smooth.value = "0.6";
  runs.value = [];
  commitHistory();
  forgetSteps();
});

afterEach(() => {
  vi.useRealTimers();
});

/** What one input does. */
async function change(set: () => void, afterMs = 100): Promise<void> {
  vi.advanceTimersByTime(afterMs);
  set();
  await Promise.resolve();
}

async function type(text: string): Promise<void> {
  for (let end = 1; end <= text.length; end += 1) {
    await change(() => {
      filter.value = text.slice(0, end);
    });
  }
}

function tick(names: string[]): () => void {
  return () => {
    runs.value = names;
    commitHistory();
  };
}

it("takes back a deliberate action at a time, however quickly they follow", async () => {
  await change(tick(["a"]));
  await change(tick(["a", "b"]));
  expect(undo()).toBe(true);
  expect(runs.value).toEqual(["a"]);
  expect(undo()).toBe(true);
  expect(runs.value).toEqual([]);
  expect(undo()).toBe(false);
  redo();
  redo();
  expect(runs.value).toEqual(["a", "b"]);
  expect(redo()).toBe(false);
});

it("takes back what was typed up to a pause, or up to something else", async () => {
  await type("loss");
  await change(() => {
    smooth.value = "0.9";
  });
  await type("lr");
  vi.advanceTimersByTime(2000);
  await type("lr<1");
  undo();
  expect(filter.value).toBe("lr");
  undo();
  expect([filter.value, smooth.value]).toEqual(["loss", "0.9"]);
  undo();
  expect([filter.value, smooth.value]).toEqual(["loss", "0.6"]);
  undo();
  expect(filter.value).toBe("");
});

it("adds no step for a view direction", async () => {
  await change(tick(["a"]));
  await change(() => {
    camera.value = "1,2,3";
  });
  undo();
  expect([runs.value, camera.value]).toEqual([[], "1,2,3"]);
});

it("forgets what was undone when something else is done", async () => {
  await change(tick(["a"]));
  undo();
  await change(tick(["b"]));
  expect(canRedo.value).toBe(false);
});

it("takes what the page did by itself for a part of the step before", async () => {
  await change(tick(["a"]));
  smooth.value = "0.1";
  absorbChanges();
  await Promise.resolve();
  undo();
  expect([runs.value, smooth.value]).toEqual([[], "0.6"]);
});

it("says what is about to change", async () => {
  await change(tick(["a"]));
  const seen: unknown[] = [];
  const stop = whenReplayed((from, to) => seen.push([from, to]));
  undo();
  stop();
  redo();
  expect(seen).toEqual([[[["runs", "a"]], []]]);
});

/** A saved name that another client may change. */
function savedName() {
  const saved = { name: "" };
  const rename = (to: string) => {
    const from = saved.name;
    saved.name = to;
    noteSavedChange({
      subject: "the name of a",
      apply: (direction) => {
        const [left, next] = direction === "undo" ? [to, from] : [from, to];
        if (saved.name !== left) return false;
        saved.name = next;
        return true;
      },
    });
  };
  return { saved, rename };
}

it("undoes saved changes and changes of the view in one order", async () => {
  const { saved, rename } = savedName();
  await change(tick(["a"]));
  rename("first");
  await change(tick(["a", "b"]));
  rename("second");
  const seen = () => [saved.name, runs.value.length];
  const back = [undo, undo, undo, undo].map((step) => [step(), ...seen()]);
  expect(back).toEqual([
    [true, "first", 2],
    [true, "first", 1],
    [true, "", 1],
    [true, "", 0],
  ]);
  const again = [redo, redo, redo, redo].map((step) => [step(), ...seen()]);
  expect(again).toEqual([
    [true, "", 1],
    [true, "first", 1],
    [true, "first", 2],
    [true, "second", 2],
  ]);
});

it("skips what another client has changed since, reports it, and undoes the step before", async () => {
  const { saved, rename } = savedName();
  await change(tick(["a"]));
  rename("ours");
  saved.name = "theirs";
  expect(undo()).toBe(true);
  expect([saved.name, canRedo.value]).toEqual(["theirs", false]);
  expect(shownToasts.value.at(-1)?.text).toContain("the name of a was changed elsewhere");
  undo();
  expect([saved.name, runs.value]).toEqual(["theirs", []]);
});

it("names a list that had one empty value, and none before", async () => {
  const folded = urlList("folded");
  await change(() => {
    folded.value = [""];
    commitHistory();
  });
  undo();
  await expect
    .poll(() => shownToasts.value.map(({ text }) => text))
    .toContain("Undone: the collapsed sections");
  expect(folded.value).toEqual([]);
});

it("says what was undone and what was made again", async () => {
  const newest = () => shownToasts.value.at(-1)?.text;
  await change(tick(["a"]));
  const { rename } = savedName();
  rename("x");
  undo();
  expect(newest()).toBe("Undone: the name of a");
  undo();
  await expect.poll(newest).toBe("Undone: the runs shown");
  redo();
  await expect.poll(newest).toBe("Redone: the runs shown");
});

it("starts another step for typing after a saved change", async () => {
  const { rename } = savedName();
  await type("lo");
  rename("x");
  await type("loss");
  undo();
  expect(filter.value).toBe("lo");
});

it("is not worked out in every frame of a drag, which only moves the camera", () => {
  const before = viewChanges.peek();
  camera.value = "4,5,6";
  expect(viewChanges.peek()).toBe(before);
  filter.value = "lr";
  expect(viewChanges.peek()).toBe(before + 1);
});
