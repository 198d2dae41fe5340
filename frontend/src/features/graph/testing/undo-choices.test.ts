import { signal } from "@preact/signals";
/** Undo of options in the address, by the page, and of options in memory, by their own history. */
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { canUndo, forgetSteps } from "../../../state/address/undo";
import { addressOptions } from "../options/address-options";
import { areSameChoices, type Choices } from "../options/choices";
import type { GraphOptions } from "../options/graph-options";
import { memoryOptions } from "../options/memory-options";

const ACTIONS: readonly ((options: GraphOptions) => void)[] = [
  (options) => options.expansionFrom(signal([])).open([`s${options.choices().open?.length ?? 0}`]),
  ({ extraction }) => extraction.addRule({ action: "exclude", kind: "op", what: "NoOp" }),
  ({ extraction }) => extraction.setThreshold("series", "3"),
  ({ hiddenKinds }) => hiddenKinds.set("control", true),
  ({ marks }) => marks.setPaint("a", "#d64545"),
  ({ marks }) => marks.setNote("a", "slow"),
  ({ colour }) => colour.setBy("device"),
  ({ extraction }) => extraction.reset(),
];

/** The page's options, with nothing chosen and nothing to undo. */
function freshAddress(): GraphOptions {
  const options = addressOptions();
  options.apply({});
  forgetSteps();
  return options;
}

describe.each([
  ["in the address", freshAddress],
  ["in memory", () => memoryOptions()],
])("undo of choices %s", (_, fresh) => {
  let options = fresh();
  beforeEach(() => {
    options = fresh();
  });

  it("takes back any choices one by one, and makes them again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(ACTIONS.length - 1)), async (chosen) => {
        options = fresh();
        const seen: Choices[] = [options.choices()];
        for (const index of chosen) {
          ACTIONS[index](options);
          await Promise.resolve();
          if (!areSameChoices(options.choices(), seen[seen.length - 1]))
            seen.push(options.choices());
        }
        const { history } = options;
        for (const before of seen.slice(0, -1).reverse()) {
          expect(history.undo()).toBe(true);
          expect(options.choices()).toEqual(before);
        }
        expect(history.undo()).toBe(false);
        for (const after of seen.slice(1)) {
          expect(history.redo()).toBe(true);
          expect(options.choices()).toEqual(after);
        }
        expect(history.redo()).toBe(false);
      }),
    );
  });

  it("does not take a look for a choice", async () => {
    options.select("a");
    options.camera.set("g", { camera: { x: 1, y: 2, scale: 3 }, size: undefined });
    await Promise.resolve();
    expect(options.history.canUndo.value).toBe(false);
    expect(options.history.undo()).toBe(false);
    expect(options.selectedNode.value).toBe("a");
  });

  it("leaves the selection as it is", async () => {
    options.expansionFrom(signal([])).open(["a"]);
    options.select("a/b");
    await Promise.resolve();
    expect(options.history.undo()).toBe(true);
    expect([options.choices(), options.selectedNode.value]).toEqual([{}, "a/b"]);
  });

  it("joins what the page changes to the step before", async () => {
    options.expansionFrom(signal([])).open(["a"]);
    await Promise.resolve();
    options.apply({ ...options.choices(), paint: ["d64545:a"] });
    options.settle();
    await Promise.resolve();
    expect(options.history.undo()).toBe(true);
    expect(options.choices()).toEqual({});
    expect(options.history.undo()).toBe(false);
  });

  it("tells what a step leads from and to", async () => {
    const replayed: unknown[] = [];
    const stop = options.history.whenReplayed((from, to) => replayed.push([from, to]));
    options.expansionFrom(signal([])).open(["a"]);
    await Promise.resolve();
    options.history.undo();
    expect(replayed).toEqual([[[["open", "a"]], []]]);
    stop();
    options.history.redo();
    expect(replayed.length).toBe(1);
  });
});

it("takes what one action of the address does for one step", async () => {
  const options = freshAddress();
  options.marks.setPaint("a", "#d64545");
  options.marks.setNote("a", "slow");
  await Promise.resolve();
  expect(options.history.undo()).toBe(true);
  expect(options.choices()).toEqual({});
  expect(canUndo.value).toBe(false);
});

it("leaves options in memory out of the page's undo", async () => {
  freshAddress();
  const options = memoryOptions();
  options.expansionFrom(signal([])).open(["a"]);
  await Promise.resolve();
  expect(canUndo.value).toBe(false);
  expect(options.history.canUndo.value).toBe(true);
  expect(addressOptions().choices()).toEqual({});
});
