import { render, screen } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { plainLine } from "../../../chart/model/plain-line";
import { showView } from "../../../state/address/url-state";
import type { CardLine } from "../lines/series-lines";
import { chooseOrder } from "../options/tab-options";
import { ValueBars } from "./value-bars";

function lineOf(key: string, value: number, band: CardLine["band"] = null): CardLine {
  const point = { x: Float64Array.of(0), y: Float64Array.of(value), band };
  const facts = { tag: "acc", runs: [key], group: null, buckets: null };
  return { ...plainLine({ key, colour: "#0a84e0", ...point }), ...facts } as unknown as CardLine;
}

function draw(lines: readonly CardLine[], log = false) {
  const nameOf = ({ key }: CardLine) => key;
  const { container } = render(<ValueBars card="acc" full {...{ lines, nameOf, log }} />);
  const widths = [...container.querySelectorAll<HTMLElement>(".scalar-bar")];
  return {
    rows: screen.getAllByRole("row").slice(1),
    bars: widths.map(({ style }) => [style.left, style.width]),
    spreads: container.querySelectorAll(".scalar-bar-spread"),
  };
}

beforeEach(() => showView(""));

it("has a row for each run, with a bar from zero and the value", () => {
  const { rows, bars } = draw([lineOf("a", -0.25), lineOf("b", 0.75), lineOf("c", Number.NaN)]);
  expect(rows.map(({ textContent }) => textContent)).toEqual(["a−0.25", "b0.75", "cNaN"]);
  expect(bars).toEqual([
    ["0%", "25%"],
    ["25%", "75%"],
  ]);
});

it("stands in the order of values that was chosen", () => {
  chooseOrder("descending");
  const { rows } = draw([lineOf("a", 1), lineOf("b", 3), lineOf("c", 2)]);
  expect(rows.map(({ textContent }) => textContent)).toEqual(["b3", "c2", "a1"]);
});

it("shows how far the runs of a group spread", () => {
  const band = { min: Float64Array.of(1), max: Float64Array.of(4) };
  expect(draw([lineOf("a", 2, band)]).spreads).toHaveLength(1);
  const single = { min: Float64Array.of(Number.NaN), max: Float64Array.of(Number.NaN) };
  expect(draw([lineOf("b", 2, single)]).spreads).toHaveLength(0);
});
