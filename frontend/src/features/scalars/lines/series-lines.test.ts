import { expect, it } from "vitest";
import type { RawSeries, Scalars } from "../../../api/scalars";
import { columnsOf } from "../../../chart/axes/scale";
import { bucketSeries, rawSeries } from "../testing/series";
import { unsmoothedNote } from "../values/plot-notes";
import { cardLines, type LineStyle } from "./series-lines";

const column = (...values: number[]) => Float64Array.from(values);

const raw = (run: string): RawSeries =>
  rawSeries([0, 5, 10], { run, wall_time: column(100, 160, 220), value: column(1, 2, 4) });

const bucketed = bucketSeries([2, 8], { min: column(0, 1), max: column(4, 6), mean: column(2, 3) });

const style = (amount: number, start: number | null = 40): LineStyle => ({
  lookOf: () => ({ colour: "#123456", dash: 0, start }),
  smoothing: { kind: "ema", amount },
  inOrder: (series) => series.toReversed(),
  hasEnvelope: true,
  hidesRaw: false,
  right: [],
});
const scalars = (x: Scalars["x"], ...series: Scalars["series"][number][]): Scalars => ({
  tag: "loss",
  x,
  series,
});

it.each([
  ["step", [0, 5, 10]],
  ["wall_time", [100, 160, 220]],
  ["relative", [60, 120, 180]],
] as const)("places points over %s", (axis, x) => {
  const [line] = cardLines([scalars(axis, raw("a"))], style(0));
  expect([...(line?.x ?? [])]).toEqual(x);
});

it("passes nothing off as smoothed that is not", () => {
  const part = { ...raw("b"), whole: false };
  const smoothed = { ...bucketed, run: "c", smoothed: column(2, 2.5) };
  const lines = cardLines([scalars("step", raw("a"), part, bucketed, smoothed)], style(0.6));
  expect(lines.map(({ isUnsmoothed }) => isUnsmoothed)).toEqual([false, true, true, false]);
  expect(unsmoothedNote(lines)).toBe(
    "2 long lines shown as logged: the report does not contain this smoothing",
  );
  const plain = cardLines([scalars("step", raw("a"), part, bucketed)], style(0));
  expect(unsmoothedNote(plain)).toBeNull();
});

it("takes the server's positions where it sends them", () => {
  const [line] = cardLines([scalars("relative", { ...raw("a"), x: column(0, 60, 120) })], style(0));
  expect([...(line?.x ?? [])]).toEqual([0, 60, 120]);
});

it("starts relative time at the first point of the whole series", () => {
  const [line] = cardLines([scalars("relative", raw("a"))], style(0, null));
  expect([...(line?.x ?? [])]).toEqual([0, 60, 120]);
});

it("draws what was logged under what is smoothed, and nothing under what is not", () => {
  const [smoothed] = cardLines([scalars("step", raw("a"))], style(0.5));
  expect([...(smoothed?.faint ?? [])]).toEqual([1, 2, 4]);
  expect(smoothed?.y[2]).toBeCloseTo(3, 12);
  const [plain] = cardLines([scalars("step", raw("a"))], style(0));
  expect(plain?.faint).toBeNull();
});

it("draws buckets as their mean with a band between the extremes", () => {
  const [line] = cardLines([scalars("step", bucketed)], style(0));
  expect(line?.y).toEqual(column(2, 3));
  expect(line?.band).toEqual({ min: column(0, 1), max: column(4, 6) });
});

it("knows of buckets where values are not finite, and leaves points to tell themselves", () => {
  const counts = { nans: column(1, 0), infs: column(0, 3), negativeInfs: column(0, 1) };
  const lines = cardLines([scalars("step", { ...bucketed, odd: counts }, raw("a"))], style(0));
  expect(lines.map(({ nonFinite }) => nonFinite)).toEqual([
    null,
    { nan: column(1, 0), inf: column(0, 3), negativeInf: column(0, 1) },
  ]);
});

it("puts the newest run first and dashes the older one of the same colour", () => {
  const lines = cardLines([scalars("step", raw("old"), raw("new"))], style(0));
  expect(lines.map(({ runs, dash }) => [...runs, dash])).toEqual([
    ["new", 0],
    ["old", 1],
  ]);
});

it("draws no extremes where they are switched off, and measures some tags by the right axis", () => {
  const bare = { ...style(0), hasEnvelope: false, right: ["loss"] };
  const [line] = cardLines([scalars("step", bucketed)], bare);
  expect(line).toMatchObject({ band: null, side: "right", tag: "loss" });
});

it("hides what was logged behind a smoothed line, and still knows it", () => {
  const [line] = cardLines([scalars("step", raw("run"))], { ...style(0.6), hidesRaw: true });
  expect(line).toMatchObject({ hidesFaint: true, faint: expect.any(Float64Array) });
  expect(line && columnsOf(line)).toEqual([line?.y]);
  const shown = line && { ...line, hidesFaint: false };
  expect(shown && columnsOf(shown)).toEqual([line?.y, line?.faint]);
});

it("tells the tags of one run apart by their dashes", () => {
  const answers = ["a", "b"].map((tag) => ({ ...scalars("step", raw("run")), tag }));
  expect(cardLines(answers, style(0)).map(({ tag, dash }) => [tag, dash])).toEqual([
    ["a", 0],
    ["b", 1],
  ]);
});

it("dashes a run as it is on every tab, and none like another of its colour", () => {
  const dashes = new Map([
    ["train", 0],
    ["valid", 1],
    ["other", 1],
  ]);
  const lookOf = (run: string) => ({ colour: "#123456", dash: dashes.get(run) ?? 0, start: null });
  const answer = scalars("step", raw("train"), raw("valid"), raw("other"));
  const lines = cardLines([answer], { ...style(0), lookOf });
  expect(lines.map(({ runs, dash }) => [...runs, dash])).toEqual([
    ["other", 1],
    ["valid", 0],
    ["train", 2],
  ]);
});
