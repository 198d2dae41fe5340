import { describe, expect, it } from "vitest";
import type { GraphChanges, NodeCosts } from "../../../../api/types";
import { NO_COSTS } from "../../testing/make-graph";
import { placeOf, rowAfter } from "./change-list";
import {
  type ChangeRow,
  COSTS,
  changeRows,
  changesMarkdown,
  costText,
  filterRows,
  groupRows,
} from "./change-rows";

type OpChange = GraphChanges["changes"][number];

function costs(parameters: number): NodeCosts {
  return { ...NO_COSTS, parameters };
}

function change(name: string, fields: Partial<OpChange>): OpChange {
  const scopes = name.includes("/") ? [name.slice(0, name.lastIndexOf("/"))] : [];
  const before = { before_name: "", before_op: "", before: null };
  const where = { name, node: name, scope: scopes.at(-1) ?? "", scopes };
  return { ...where, status: "added", op: "Add", fields: [], after: null, ...before, ...fields };
}

const CHANGES: GraphChanges = {
  count: { status: "changed", added: 1, removed: 1, changed: 1, moved: 7 },
  total: 3,
  changes: [
    change("a/new", { after: costs(5) }),
    change("loss", {
      status: "changed",
      op: "Mul",
      before_op: "Add",
      before_name: "cost",
      fields: ["name", "type"],
      before: costs(10),
      after: costs(7),
    }),
    change("a/old", { status: "removed", before: costs(20) }),
  ],
  moves: [{ origin: "x", name: "b/y", ops: 7, node: "b/y/first", scopes: ["b", "b/y"] }],
  before: costs(1200),
  after: costs(1000),
  before_ops: 9,
  after_ops: 9,
  formats: ["tensorflow", "tensorflow"],
};
const ROWS = changeRows(CHANGES);
const names = (rows: readonly ChangeRow[]): string[] => rows.map(({ name }) => name);

describe("the rows of a comparison", () => {
  it("say of a changed op what it was", () => {
    expect(ROWS[1]).toMatchObject({ type: "Add → Mul", what: "name, type (cost)" });
  });

  it("have a move once, which leads to the first of its ops", () => {
    expect(ROWS[3]).toMatchObject({
      name: "b/y",
      status: "moved",
      what: "7 ops from x",
      place: { node: "b/y/first", scopes: ["b", "b/y"] },
    });
    expect(ROWS[3]?.place.name).toBeUndefined();
  });

  it("are found by words in any order, and by kind", () => {
    expect(names(filterRows(ROWS, "  ADD loss ", new Set()))).toEqual(["loss"]);
    expect(names(filterRows(ROWS, "from", new Set()))).toEqual(["b/y"]);
    expect(names(filterRows(ROWS, "", new Set(["added", "moved"])))).toEqual(["loss", "a/old"]);
    expect(filterRows(ROWS, "nothing", new Set())).toEqual([]);
  });
});

describe("groups of changes", () => {
  it("are by scope in the order of their first rows, with the sum of their costs", () => {
    const groups = groupRows(ROWS, "scope");
    expect(groups.map(({ title, rows }) => [title, names(rows)])).toEqual([
      ["a", ["a/new", "a/old"]],
      ["Top level", ["loss"]],
      ["b/y", ["b/y"]],
    ]);
    expect(groups[0]?.before?.parameters).toBe(20);
    expect(groups[0]?.after?.parameters).toBe(5);
  });

  it("are by kind in the order of the legend", () => {
    expect(groupRows([...ROWS].reverse(), "kind").map(({ title }) => title)).toEqual([
      "Added",
      "Removed",
      "Changed",
      "Moved or renamed",
    ]);
  });

  it("keep every row once", () => {
    for (const by of ["scope", "kind"] as const) {
      const all = groupRows(ROWS, by).flatMap(({ rows }) => rows);
      expect(new Set(all)).toEqual(new Set(ROWS));
      expect(all).toHaveLength(ROWS.length);
    }
  });
});

describe("costs", () => {
  const [parameters] = COSTS;

  it("are those before and after with the difference", () => {
    expect(costText(parameters, costs(1200), costs(1000))).toBe("1,200 → 1,000 (−200)");
    expect(costText(parameters, null, costs(5))).toBe("0 → 5 (+5)");
    expect(costText(parameters, costs(5), costs(5))).toBe("5");
    expect(costText(parameters, null, NO_COSTS)).toBe("");
  });
});

describe("the list as Markdown", () => {
  it("is a table with the whole graph first", () => {
    const odd = { ...CHANGES.changes[0], name: "a|b\\c" } as OpChange;
    const text = changesMarkdown(changeRows({ ...CHANGES, changes: [odd], moves: [] }), CHANGES);
    expect(text).toBe(
      [
        "| Change | Op | Type | What differs | Parameters | FLOPs | Activations |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        "|  | Whole graph |  |  | 1,200 → 1,000 (−200) |  |  |",
        "| added | a\\|b\\\\c | Add |  | 0 → 5 (+5) |  |  |",
        "",
      ].join("\n"),
    );
  });
});

describe("the way from change to change", () => {
  it("goes around both ends, and begins at either where none is selected", () => {
    expect(rowAfter(ROWS, 3, 1)).toBe(ROWS[0]);
    expect(rowAfter(ROWS, 0, -1)).toBe(ROWS[3]);
    expect([rowAfter(ROWS, -1, 1), rowAfter(ROWS, -1, -1)]).toEqual([ROWS[0], ROWS[3]]);
    expect(rowAfter([], -1, 1)).toBeUndefined();
  });

  it("passes two changes that select the same node", () => {
    const [one, other] = [ROWS[0], { ...ROWS[0], status: "moved" }] as [ChangeRow, ChangeRow];
    const rows = [one, other];
    expect(placeOf(rows, "a/new", undefined)).toBe(0);
    expect(placeOf(rows, "a/new", other)).toBe(1);
    expect(placeOf(rows, "elsewhere", other)).toBe(-1);
  });
});
