import { beforeEach, expect, it } from "vitest";
import { showView } from "../../../state/address/url-state";
import { colourBy, RUN_COLOURS } from "../options/tab-options";
import { columnOf, tableOf } from "../testing/columns";
import { colourColumn, rowColours, rowDashes } from "./row-colour";

const LR = columnOf("h:lr", [0.1, 0.3, null]);
const OPT = columnOf("h:opt", ["sgd", "adam", "sgd"]);
const FLAT = columnOf("m:|flat", [1, 1, 1], "flat");
const LOSS = columnOf("m:|loss", [0.001, 1, 1000], "loss");
const COLUMNS = [LR, OPT, FLAT, LOSS];
const TABLE = tableOf(["a", "b", "c"], COLUMNS);

beforeEach(() => showView(""));

const colours = () => [0, 1, 2].map(rowColours(TABLE, COLUMNS));

it("goes by the first metric that differs, on the scale of its axis", () => {
  expect(colourColumn(TABLE, COLUMNS)).toBe(LOSS);
  const [low, middle, high] = colours();
  colourBy("h:lr");
  const [first, last] = colours();
  expect([low, high]).toEqual([first, last]);
  expect([low, high]).not.toContain(middle);
});

it("goes by the runs where there is no metric, or where a viewer wants it so", () => {
  expect(colourColumn(TABLE, [LR, OPT])).toBeNull();
  colourBy(RUN_COLOURS);
  expect(colourColumn(TABLE, COLUMNS)).toBeNull();
});

it("has a colour for each word, and another one for no value", () => {
  colourBy("h:opt");
  const [sgd, adam, again] = colours();
  expect(sgd).toBe(again);
  expect(sgd).not.toBe(adam);
  colourBy("h:lr");
  expect(colours()[2]).toBe("var(--text-faint)");
});

it("dashes lines by what their colours tell: words, or nothing where these are a ramp", () => {
  const dashes = () => [0, 1, 2].map(rowDashes(TABLE, COLUMNS));
  expect(dashes()).toEqual([0, 0, 0]);
  colourBy("h:opt");
  expect(dashes()).toEqual([1, 0, 1]);
});
