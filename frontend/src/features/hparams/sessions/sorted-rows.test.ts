import { expect, it } from "vitest";
import type { TableCell } from "../../../lib/format/table";
import { sortedRows } from "./sorted-rows";

function tableOf(cells: readonly TableCell[]) {
  const column = {
    key: "h:x",
    title: "x",
    description: "",
    kind: "hparam" as const,
    type: "number" as const,
    differs: true,
    cells,
  };
  const rows = cells.map((_, at) => ({
    run: `${at}`,
    name: `run${10 - at}`,
    group: "",
    status: null,
  }));
  return { rows, columns: [column] };
}

it("keeps what is missing or no number at the end, whatever the direction", () => {
  const table = tableOf([3, null, Number.NaN, -1, Number.POSITIVE_INFINITY]);
  expect(sortedRows(table, { key: "h:x", descending: false })).toEqual([3, 0, 4, 2, 1]);
  expect(sortedRows(table, { key: "h:x", descending: true })).toEqual([4, 0, 3, 2, 1]);
});

it("sorts words as people do, and leaves equal rows in their order", () => {
  expect(sortedRows(tableOf(["b", "a10", "a9", "b"]), { key: "h:x", descending: false })).toEqual([
    2, 1, 0, 3,
  ]);
  expect(sortedRows(tableOf([1, 1, 1]), { key: "name", descending: false })).toEqual([2, 1, 0]);
  expect(sortedRows(tableOf([2, 1]), { key: "h:gone", descending: true })).toEqual([0, 1]);
});
