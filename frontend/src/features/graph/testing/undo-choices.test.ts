import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { canUndo, forgetSteps, redo, undo } from "../../../state/address/undo";
import { setColourBy } from "../options/colour-by";
import { openScopes, selectNode } from "../options/expansion";
import { addRule, resetSplit, setThreshold } from "../options/extraction";
import {
  applyChoices,
  areSameChoices,
  type Choices,
  currentChoices,
} from "../options/graph-options";
import { setHidden } from "../options/hidden-kinds";
import { setNote, setPaint } from "../options/node-marks";

beforeEach(() => {
  applyChoices({});
  forgetSteps();
});

const ACTIONS: readonly (() => void)[] = [
  () => openScopes([`s${currentChoices().open?.length ?? 0}`]),
  () => addRule({ action: "exclude", kind: "op", what: "NoOp" }),
  () => setThreshold("series", "3"),
  () => setHidden("control", true),
  () => setPaint("a", "#d64545"),
  () => setNote("a", "slow"),
  () => setColourBy("device"),
  () => resetSplit(),
];

describe("undo of choices", () => {
  it("takes back any choices one by one, and makes them again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(ACTIONS.length - 1)), async (chosen) => {
        applyChoices({});
        forgetSteps();
        const seen: Choices[] = [currentChoices()];
        for (const index of chosen) {
          ACTIONS[index]();
          await Promise.resolve();
          if (!areSameChoices(currentChoices(), seen[seen.length - 1])) seen.push(currentChoices());
        }
        for (const before of seen.slice(0, -1).reverse()) {
          expect(undo()).toBe(true);
          expect(currentChoices()).toEqual(before);
        }
        expect(undo()).toBe(false);
        for (const after of seen.slice(1)) {
          expect(redo()).toBe(true);
          expect(currentChoices()).toEqual(after);
        }
        expect(redo()).toBe(false);
      }),
    );
  });

  it("takes what one action does for one step", async () => {
    setPaint("a", "#d64545");
    setNote("a", "slow");
    await Promise.resolve();
    expect(undo()).toBe(true);
    expect(currentChoices()).toEqual({});
    expect(canUndo.value).toBe(false);
  });

  it("does not take a look for a choice", async () => {
    selectNode("a");
    await Promise.resolve();
    expect(undo()).toBe(false);
  });
});
