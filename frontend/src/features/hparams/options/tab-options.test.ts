import { beforeEach, expect, it } from "vitest";
import { showView } from "../../../state/address/url-state";
import { columnOf, tableOf } from "../testing/columns";
import { shownColumns } from "./tab-options";

beforeEach(() => showView(""));

const METRIC = columnOf("m:|loss", [1, 2, 3, 4], "loss");
const ROWS = ["a", "b", "c", "d"];

/** As of one program whose configuration has many names, beside one that has few. */
function ofOneProgram(count: number) {
  return Array.from({ length: count }, (_, nth) =>
    columnOf(`h:config.${String(nth).padStart(3, "0")}`, [true, true, null, null]),
  );
}

const keysOf = (columns: Parameters<typeof tableOf>[1]) =>
  shownColumns(tableOf(ROWS, columns)).map(({ key }) => key);

it("shows hyper-parameters with several values first, those first that most sessions have", () => {
  const units = columnOf("h:units", [null, null, 16, 64]);
  const rate = columnOf("h:lr", [0.1, 0.1, 0.2, 0.1]);
  const keys = keysOf([...ofOneProgram(1), units, rate, METRIC]);
  expect(keys).toEqual(["h:lr", "h:units", "h:config.000", "m:|loss"]);
});

it("leaves those out that only some sessions have, with one value, where there are many", () => {
  const rate = columnOf("h:lr", [0.1, 0.1, 0.2, 0.1]);
  expect(keysOf([...ofOneProgram(19), rate, METRIC])).toHaveLength(21);
  expect(keysOf([...ofOneProgram(20), rate, METRIC])).toEqual(["h:lr", "m:|loss"]);
});

it("shows all that differ where none has several values, and all where none differs", () => {
  const many = ofOneProgram(30);
  const same = columnOf("h:seed", [1, 1, 1, 1]);
  expect(keysOf([...many, same, METRIC])).toHaveLength(31);
  expect(keysOf([same, METRIC])).toEqual(["h:seed", "m:|loss"]);
});

it("leaves out metrics that no session shown has logged, where one has logged another", () => {
  const rate = columnOf("h:lr", [0.1, 0.1, 0.2, 0.1]);
  const reward = columnOf("m:|reward", [null, null, null, null], "reward");
  expect(keysOf([rate, reward, METRIC])).toEqual(["h:lr", "m:|loss"]);
  expect(keysOf([rate, reward])).toEqual(["h:lr", "m:|reward"]);
});
