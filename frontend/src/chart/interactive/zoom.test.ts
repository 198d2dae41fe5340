import { expect, it } from "vitest";
import type { ChartAxes } from "../axes/projection";
import { LINEAR, LOG } from "../axes/scale";
import type { ChartPoint, Range } from "../model/chart-line";
import { type ZoomState, zoomListener } from "./zoom";

const AXES: ChartAxes = {
  x: { scale: LINEAR, ends: [0, 200] },
  left: { scale: LOG, ends: [-2, 2] },
  right: null,
};

/** A chart of 200 steps that applies each zoom, with a list of them. */
function chart(shown: Partial<Pick<ZoomState, "range" | "yRange">> = {}) {
  const zooms: [Range, Range | null, boolean][] = [];
  const chosen: Range[] = [];
  const picked: ChartPoint[] = [];
  let axes = AXES;
  let state: ZoomState = {
    range: null,
    yRange: null,
    ...shown,
    onZoom: (range, yRange, isLast) => {
      zooms.push([range, yRange, isLast]);
      state = { ...state, range, yRange };
      axes = { ...axes, x: { scale: LINEAR, ends: range } };
    },
    onChoose: (range) => chosen.push(range),
    onPick: (point) => picked.push(point),
    onReset: () => zooms.push([[0, 200], null, true]),
  };
  const listener = zoomListener(
    () => state,
    () => axes,
    () => {},
  );
  return { listener, zooms, chosen, picked };
}

it("zooms along x to the part that was dragged over, from either side", () => {
  for (const [from, to] of [
    [0.25, 0.75],
    [0.75, 0.25],
  ] as const) {
    const { listener, zooms } = chart({ yRange: [0.1, 10] });
    listener.onZoom({ x: from, y: 0.2 }, { x: to, y: 0.9 }, false);
    expect(zooms).toEqual([[[50, 150], [0.1, 10], true]]);
  }
});

it("zooms to a box along both axes, by the scale of each, and to no box without a width", () => {
  const { listener, zooms } = chart();
  listener.onZoom({ x: 0.5, y: 0.75 }, { x: 1, y: 0.25 }, true);
  listener.onZoom({ x: 0.5, y: 0.1 }, { x: 0.5, y: 0.9 }, true);
  expect(zooms).toEqual([[[100, 200], [0.1, 10], true]]);
});

it("pans by the distance from the start of the drag, whatever it shows meanwhile", () => {
  const { listener, zooms } = chart({ yRange: [0.01, 100] });
  listener.onPan({ x: 0.1, y: 0.25 }, false);
  listener.onPan({ x: 0.25, y: 0.25 }, true);
  expect(zooms.map(([range]) => range)).toEqual([
    [-20, 180],
    [-50, 150],
  ]);
  expect(zooms.map(([, yRange]) => yRange?.map((end) => Number(end.toPrecision(3))))).toEqual([
    [0.001, 10],
    [0.001, 10],
  ]);
  expect(zooms.map(([, , isLast]) => isLast)).toEqual([false, true]);
  listener.onPan({ x: 0.5, y: 0 }, true);
  expect(zooms.at(-1)?.[0]).toEqual([-150, 50]);
});

it("scales around the pointer, and keeps what it shows when the wheel rests", () => {
  const { listener, zooms } = chart();
  listener.onScaled();
  expect(zooms).toEqual([]);
  listener.onScale({ x: 0.25, y: 0.5 }, 0.5);
  listener.onScaled();
  expect(zooms).toEqual([
    [[25, 125], null, false],
    [[25, 125], null, true],
  ]);
});

it("chooses ranges and picks points in units of the axes", () => {
  const { listener, chosen, picked } = chart();
  listener.onChoose({ x: 0.75, y: 0 }, { x: 0.5, y: 1 });
  listener.onChoose({ x: 0.5, y: 0 }, { x: 0.5, y: 1 });
  listener.onPick({ x: 0.1, y: 0.5 });
  expect(chosen).toEqual([[100, 150]]);
  expect(picked).toEqual([{ x: 20, y: 1 }]);
});
