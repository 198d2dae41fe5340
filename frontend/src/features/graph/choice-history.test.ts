import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChoiceHistory } from "./choice-history";
import { setColourBy } from "./colour/colour-choice";
import { openScopes } from "./expansion";
import { setHidden } from "./hidden-kinds";
import { setNote, setPaint } from "./node-marks";
import { addRule, resetSplit, setThreshold } from "./split-choices";
import { applyChoices, areSameChoices, type Choices, currentChoices } from "./view-choices";

let history: ChoiceHistory;

beforeEach(() => {
  applyChoices({});
  history = new ChoiceHistory();
});
afterEach(() => history.dispose());

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

describe("undo", () => {
  it("takes back any choices one by one, and makes them again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(ACTIONS.length - 1)), async (chosen) => {
        applyChoices({});
        history.startHere();
        const seen: Choices[] = [currentChoices()];
        for (const index of chosen) {
          ACTIONS[index]();
          await Promise.resolve();
          if (!areSameChoices(currentChoices(), seen[seen.length - 1])) seen.push(currentChoices());
        }
        for (const before of seen.slice(0, -1).reverse()) {
          expect(history.undo()).toBe(true);
          expect(currentChoices()).toEqual(before);
        }
        expect(history.undo()).toBe(false);
        for (const after of seen.slice(1)) {
          expect(history.redo()).toBe(true);
          expect(currentChoices()).toEqual(after);
        }
        expect(history.redo()).toBe(false);
      }),
    );
  });

  it("takes what one action does for one step", async () => {
    setPaint("a", "#d64545");
    setNote("a", "slow");
    await Promise.resolve();
    expect(history.undo()).toBe(true);
    expect(currentChoices()).toEqual({});
    expect(history.canUndo.value).toBe(false);
  });

  it("forgets what was undone when something else is chosen", () => {
    setHidden("control", true);
    history.undo();
    setHidden("constants", true);
    expect(history.redo()).toBe(false);
    expect(currentChoices().hide).toEqual(["constants"]);
  });
});
