import { fireEvent, render, screen } from "@testing-library/preact";
import { describe, expect, it, vi } from "vitest";
import { PLAIN_CHART, plainLine } from "../../../chart/model/plain-line";
import type { CardContent } from "../export/export-card";
import type { CardLine } from "../lines/series-lines";
import { AxisLimitsForm, limitsOf, problemOf } from "./axis-limits-form";

const line = plainLine({
  key: "a",
  colour: "red",
  x: Float64Array.of(0, 100),
  y: Float64Array.of(1, 3),
}) as CardLine;

function contentOf(given: Partial<CardContent> = {}): CardContent {
  const named = { title: "loss", axis: "step" as const, lines: [line], nameOf: () => "a" };
  const look = { bars: null, lineWidth: undefined, size: { width: 840, plotHeight: 400 } };
  return { ...PLAIN_CHART, ...named, ...look, smoothing: null, ...given };
}

function open(given: Partial<CardContent> = {}) {
  const onApply = vi.fn();
  render(<AxisLimitsForm content={contentOf(given)} onApply={onApply} onClose={() => {}} />);
  const type = (name: string, text: string) =>
    fireEvent.input(screen.getByLabelText(name), { target: { value: text } });
  const apply = () => fireEvent.submit(screen.getByRole("form", { name: "Axis limits" }));
  return { onApply, type, apply };
}

describe("the form of axis limits", () => {
  it("applies what is typed, and fits an end that is empty", () => {
    const { onApply, type, apply } = open();
    type("Y from", "0");
    type("Y to", "2.5");
    type("Step from", "40");
    apply();
    expect(onApply).toHaveBeenCalledWith([40, 100], [0, 2.5]);
  });

  it("fits an axis of which both ends are empty", () => {
    const { onApply, type, apply } = open({ yRange: [0, 1] });
    expect(screen.getByLabelText("Y to")).toHaveProperty("value", "1");
    type("Y from", "");
    type("Y to", "");
    apply();
    expect(onApply).toHaveBeenCalledWith(null, null);
  });

  it("refuses a range that is empty, and says why", () => {
    const { type } = open();
    type("Y from", "2");
    type("Y to", "1");
    const field = screen.getByLabelText("Y to") as HTMLInputElement;
    expect(field.validationMessage).toBe("Must be greater than the lower limit");
    type("Y to", "3");
    expect(field.validationMessage).toBe("");
  });

  it("leaves dates alone, and names seconds", () => {
    const { onApply, apply } = open({ axis: "wall_time", range: [1, 2] });
    expect(screen.queryByLabelText("Wall time from")).toBeNull();
    apply();
    expect(onApply).toHaveBeenCalledWith([1, 2], null);
    open({ axis: "relative" });
    expect(screen.getByLabelText("Relative (s) from")).toBeTruthy();
  });
});

it("knows which ranges can be shown", () => {
  expect(limitsOf(null, 5, [1, 9])).toEqual([1, 5]);
  expect(limitsOf(null, null, [1, 9])).toBeNull();
  expect(problemOf([0, 5], true)).toBe("Must be above 0 on a logarithmic axis");
  expect(problemOf([0, 5], false)).toBe("");
  expect(problemOf(null, true)).toBe("");
});
