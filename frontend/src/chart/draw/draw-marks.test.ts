import { expect, it } from "vitest";
import { SvgContext } from "../../lib/canvas/svg-context";
import { LINEAR } from "../axes/scale";
import type { ReferenceLine } from "../model/chart-line";
import { paintAbove } from "./draw-marks";

const AREA = { left: 0, top: 0, width: 300, height: 100, ratio: 1 };
const LOOK = { ink: "#111111", paper: "#ffffff", accent: "#0000ff", family: "x" };
const AXIS = { scale: LINEAR, ends: [0, 300] } as const;

function mark(at: number, label: string): ReferenceLine {
  return { axis: "x", at, label, isReached: false, isMark: true };
}

/** The labels with the places of their first letters, six pixels wide. */
function labels(references: readonly ReferenceLine[]): (readonly [string, number])[] {
  const context = new SvgContext((text) => 6 * text.length);
  const marks = { references, chosenX: null, chosenRange: null };
  paintAbove(context, marks, { x: AXIS, left: AXIS, right: null }, AREA, LOOK);
  const texts = context.markup.split("\n").filter((one) => one.includes('fill="#111111"'));
  return texts.map((one) => {
    const [, x] = / x="([\d.]+)"/.exec(one) ?? [];
    return [/>(.*)<\/text>/.exec(one)?.[1] ?? "", Number(x)];
  });
}

it("writes a label after its line, and before it beside the right edge", () => {
  expect(labels([mark(10, "first"), mark(290, "second")])).toEqual([
    ["first", 14],
    ["second", 286 - 6 * 6],
  ]);
});

it("cuts a label that has room on neither side", () => {
  expect(labels([mark(120, "a comment of more letters than fit")])).toEqual([
    ["a comment of more letters tha…", 124],
  ]);
});

it("cuts a label between characters", () => {
  expect(labels([mark(120, `${"x".repeat(28)}😀 more letters than fit`)])).toEqual([
    [`${"x".repeat(28)}…`, 124],
  ]);
});

it("leaves out a label of which a few letters would be seen", () => {
  const texts = labels([mark(230, "epoch 7"), mark(285, "epoch 8")]);
  expect(texts.map(([text]) => text)).toEqual(["epoch 7"]);
});

it("leaves out the label of a mark where the one before has its own", () => {
  const texts = labels([mark(10, "lowered"), mark(40, "hidden"), mark(80, "raised")]);
  expect(texts.map(([text]) => text)).toEqual(["lowered", "raised"]);
});
