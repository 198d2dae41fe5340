import { render, screen, within } from "@testing-library/preact";
import { expect, it } from "vitest";
import type { Column } from "../model/session-table";
import { columnOf } from "../testing/columns";
import { ImportanceList } from "./importance-list";

const LR = columnOf("h:lr", [1, 2, 3, 4]);
const SEED = columnOf("h:seed", [4, 3, 2, null]);
const LOSS = columnOf("m:|loss", [10, 20, 30, 40], "loss");

function list(columns: readonly Column[], passing = [true, true, true, true]): void {
  render(<ImportanceList columns={columns} passing={passing} />);
}

/** The hyper-parameters of a metric with their strength and their number of sessions. */
function rowsOf(metric: string): (string | null)[][] {
  const rows = within(screen.getByRole("table", { name: metric }))
    .getAllByRole("row")
    .slice(1);
  return rows.map((row) => {
    const [, strength, count] = within(row).getAllByRole("cell");
    const name = within(row).getByRole("rowheader").textContent;
    return [name, strength?.textContent ?? null, count?.textContent ?? null];
  });
}

it("has the correlation of each hyper-parameter with each metric, and of how many sessions", () => {
  list([LR, SEED, LOSS]);
  const rows = rowsOf("loss");
  expect(rows).toContainEqual(["lr", "ρ 1.00", "4"]);
  expect(rows).toContainEqual(["seed", "ρ −1.00", "3"]);
});

it("says of two words which way the metric goes", () => {
  list([columnOf("h:opt", ["sgd", "adam", "sgd", "sgd"]), LOSS]);
  expect(rowsOf("loss")).toEqual([["optadam → sgd: +6.667", "ρ 0.26", "4"]]);
});

it("counts the sessions alone that pass the filters", () => {
  list([LR, LOSS], [true, true, true, false]);
  expect(rowsOf("loss")).toEqual([["lr", "ρ 1.00", "3"]]);
});

it("has a dash where there is no correlation", () => {
  list([columnOf("h:same", [1, 1, 1, 1]), LOSS]);
  expect(rowsOf("loss")[0]?.[1]).toBe("–");
});

it("counts hyper-parameters that no session of the metric has", () => {
  list([LR, columnOf("h:optim", [null, null, null, null]), LOSS]);
  expect(screen.getByText("1 other hyper-parameter: no session has both values")).toBeTruthy();
  expect(screen.getAllByRole("rowheader")).toHaveLength(1);
});

it("names the columns to choose where a hyper-parameter or a metric is missing", () => {
  list([LR]);
  expect(screen.getByText(/^Choose at least one hyper-parameter and one metric/)).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

it("says how many metrics have no table", () => {
  const metrics = Array.from({ length: 14 }, (_, at) => columnOf(`m:|${at}`, [1, 2, 3, 4]));
  list([LR, ...metrics]);
  expect(screen.getAllByRole("table")).toHaveLength(12);
  expect(screen.getByText("2 more metrics.")).toBeTruthy();
});
