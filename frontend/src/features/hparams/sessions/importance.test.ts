import { expect, it } from "vitest";
import type { Column } from "../model/session-table";
import { importances } from "./importance";

function column(key: string, cells: Column["cells"], type: Column["type"] = "number"): Column {
  return { key, title: key, description: "", kind: "hparam", type, differs: true, cells };
}

it("ranks hyper-parameters by how strongly they go with a metric, with n", () => {
  const metric = column("loss", [1, 2, 3, 4, Number.NaN, 0]);
  const found = importances(
    [
      column("noise", [1, 4, 3, 2, 9, 9]),
      column("lr", [9, 7, 5, 3, 1, 0]),
      column("bias", [false, false, true, true, true, null], "category"),
      column("same", [1, 1, 1, 1, 1, 1]),
      column("name", ["a", "b", "c", "d", "e", "f"], "category"),
    ],
    metric,
    [true, true, true, true, true, false],
  );
  expect(found.map((one) => [one.column.key, one.n, one.measure])).toEqual([
    ["lr", 4, "ρ"],
    ["bias", 4, "ρ"],
    ["noise", 4, "ρ"],
    ["same", 4, "ρ"],
    ["name", 4, "η"],
  ]);
  expect(found.map(({ direction }) => direction)).toEqual([
    null,
    { from: "false", to: "true", change: 2 },
    null,
    null,
    null,
  ]);
  const strengths = found.map(({ strength }) => strength && Math.round(strength * 1000) / 1000);
  expect(strengths).toEqual([-1, 0.894, 0.2, null, null]);
});

it("goes by the numbers where most are, and tells how many were none", () => {
  const metric = column("loss", [1, 2, 3, 4, 5]);
  const mixed = column("lr", [0.1, "auto", 0.2, 0.3, null], "category");
  const [lr] = importances([mixed], metric, Array(5).fill(true));
  expect(lr).toMatchObject({ n: 3, words: 1, strength: 1, measure: "ρ" });
  const [words] = importances(
    [column("lr", [1, "a", "b", "a", 2], "category")],
    metric,
    Array(5).fill(true),
  );
  expect(words).toMatchObject({ n: 5, words: 0, measure: "η" });
});
