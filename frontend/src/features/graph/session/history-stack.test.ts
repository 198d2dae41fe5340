import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  EMPTY_HISTORY,
  type HistoryStack,
  stepped,
  type ViewSnapshot,
  withVisit,
} from "./history-stack";

const VIEW = { width: 1_000, height: 600 };
const START: ViewSnapshot = {
  open: [],
  selected: "",
  camera: { x: 0, y: 0, scale: 1 },
  isFitted: false,
};

function walk(...places: ViewSnapshot[]): HistoryStack {
  return places.reduce((history, place) => withVisit(history, place, VIEW), EMPTY_HISTORY);
}

const placeAt = (history: HistoryStack | undefined): ViewSnapshot | undefined =>
  history?.snapshots[history.at];

describe("the trail", () => {
  it("goes back to each place and forward again", () => {
    const opened = { ...START, open: ["layer1"] };
    const chosen = { ...opened, selected: "layer1/weights" };
    const history = walk(START, opened, chosen);
    const once = stepped(history, -1) ?? EMPTY_HISTORY;
    expect(placeAt(once)).toEqual(opened);
    expect(placeAt(stepped(once, -1))).toEqual(START);
    expect(placeAt(stepped(once, 1))).toEqual(chosen);
  });

  it("ends where it ends", () => {
    const history = walk(START);
    expect(stepped(history, -1)).toBeUndefined();
    expect(stepped(history, 1)).toBeUndefined();
    expect(stepped(EMPTY_HISTORY, -1)).toBeUndefined();
  });

  it("takes a small move for the same place, and remembers the newest look at it", () => {
    const moved = { ...START, camera: { x: 120, y: -80, scale: 1.1 } };
    const history = walk(START, moved);
    expect(history.snapshots).toEqual([moved]);
  });

  it("takes a long way, a zoom, another selection and another scope for other places", () => {
    const others: ViewSnapshot[] = [
      { ...START, camera: { x: 450, y: 0, scale: 1 } },
      { ...START, camera: { x: -500, y: -300, scale: 2 } },
      { ...START, selected: "a" },
      { ...START, open: ["a"] },
    ];
    for (const other of others) expect(walk(START, other).snapshots).toHaveLength(2);
  });

  it("takes a fitted drawing for the same place in a window of another size", () => {
    const fitted = { ...START, isFitted: true };
    const narrower = { ...fitted, camera: { x: 30, y: 3, scale: 0.2 } };
    expect(walk(fitted, narrower).snapshots).toEqual([narrower]);
  });

  it("drops what lay ahead when the viewer goes elsewhere", () => {
    const [a, b, c] = ["a", "b", "c"].map((selected) => ({ ...START, selected }));
    const back = stepped(walk(START, a, b), -1) ?? EMPTY_HISTORY;
    expect(withVisit(back, c, VIEW).snapshots).toEqual([START, a, c]);
  });

  it("does not grow without end, and stands at its end after each visit", () => {
    const names = fc.array(fc.string({ maxLength: 3 }), { maxLength: 300 });
    fc.assert(
      fc.property(names, (selections) => {
        const history = walk(START, ...selections.map((selected) => ({ ...START, selected })));
        expect(history.snapshots.length).toBeLessThanOrEqual(100);
        expect(history.at).toBe(history.snapshots.length - 1);
        expect(placeAt(history)?.selected).toBe(selections.at(-1) ?? "");
      }),
    );
  });
});
