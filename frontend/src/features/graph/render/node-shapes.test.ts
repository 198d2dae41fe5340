import { describe, expect, it } from "vitest";
import type { DrawingContext } from "../../../lib/canvas/drawing-context";
import type { Rect } from "../../../lib/geometry/geometry";
import { paintBoxes } from "./node-shapes";

const FAR = 0.01;
const BORDER = 70;

interface Painted extends Rect {
  readonly colour: string;
}

/** The rectangles that are filled, and how many are stroked. */
function paint(rects: readonly Rect[], globalAlpha = 1) {
  const filled: Painted[] = [];
  let stroked = 0;
  const context = {
    globalAlpha,
    lineWidth: BORDER,
    fillStyle: "ground",
    strokeStyle: "border",
    fillRect(x: number, y: number, width: number, height: number) {
      filled.push({ colour: this.fillStyle, x, y, width, height });
    },
    strokeRect() {
      stroked++;
    },
  };
  paintBoxes({ context: context as unknown as DrawingContext, scale: FAR }, rects, () => 8);
  return { filled, stroked };
}

describe("boxes that are seen from afar", () => {
  const large = { x: 0, y: 0, width: 1000, height: 500 };

  it("have a border on either side of their outline, and the ground within", () => {
    expect(paint([large])).toEqual({
      filled: [
        { colour: "border", x: -35, y: -35, width: 1070, height: 570 },
        { colour: "ground", x: 35, y: 35, width: 930, height: 430 },
      ],
      stroked: 0,
    });
  });

  it("are one rectangle where they are thinner than their border", () => {
    const flat = { x: 10, y: 20, width: 120, height: 36 };
    expect(paint([flat]).filled).toEqual([
      { colour: "border", x: -25, y: -15, width: 190, height: 106 },
    ]);
  });

  it("show no border through a ground that is faded", () => {
    const { filled, stroked } = paint([large], 0.3);
    expect(filled).toEqual([{ colour: "ground", ...large }]);
    expect(stroked).toBe(1);
  });
});
