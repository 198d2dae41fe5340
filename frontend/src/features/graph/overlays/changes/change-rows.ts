/** Changes as rows of a list: one for each op, and one for each move; and as a file. */
import type { GraphChanges, NodeCosts } from "../../../../api/types";
import { bytesText, countText } from "../../../../lib/format/number";
import { flopsText } from "../../../../lib/format/units";
import type { NodePath } from "../../scene/visible-ancestor";
import { CHANGE_KINDS, type ChangeKind } from "../../scope/change-sign";
import * as messages from "./messages";

export interface ChangeRow {
  /** Of an op, or what the names of all ops of a move begin with now. */
  readonly name: string;
  /** Reveals the op, or the first of those that were moved. */
  readonly place: NodePath;
  /** The innermost scope around the op; empty for the top level. */
  readonly scope: string;
  readonly status: ChangeKind;
  readonly type: string;
  readonly what: string;
  /** Absent on a side without the op, and for a move, which costs nothing. */
  readonly before: NodeCosts | null;
  readonly after: NodeCosts | null;
}

/** Rows under one heading, with what they cost together. */
export interface ChangeGroup {
  readonly title: string;
  /** The scope around all of its rows; empty for the top level, and where they have none alike. */
  readonly scope: string;
  readonly rows: readonly ChangeRow[];
  readonly before: MaybeCosts;
  readonly after: MaybeCosts;
}

/** By what the list is in groups. */
export type ChangeGrouping = "scope" | "kind";

/** As an address has it; undefined while there is no list. */
export function groupingOf(list: string): ChangeGrouping | undefined {
  return list === "scope" || list === "kind" ? list : undefined;
}

export const COSTS = [
  { name: "parameters", title: messages.parameters, print: countText },
  { name: "flops", title: messages.flops, print: flopsText },
  { name: "activation_bytes", title: messages.activations, print: bytesText },
] as const;

type Cost = (typeof COSTS)[number];
type CostSums = { readonly [name in Cost["name"]]?: number | null };
type MaybeCosts = CostSums | null | undefined;

/** The ops in the order of the drawing, then the moves, those of most ops first. */
export function changeRows({ changes, moves }: GraphChanges): ChangeRow[] {
  const ops = changes.map((change): ChangeRow => {
    const { name, node, scope, scopes, status, op, before_op, before_name } = change;
    const { fields, before, after } = change;
    const place = { name, node, scopes };
    const type = before_op === "" || before_op === op ? op : before_op + messages.arrow + op;
    const isRenamed = before_name !== "" && fields.includes("name");
    const what = fields.join(", ") + (isRenamed ? ` (${before_name})` : "");
    return { name, place, scope, status, type, what, before, after };
  });
  const moved = moves.map(({ origin, name, ops: count, node, scopes }): ChangeRow => {
    const [what, scope] = [messages.movedOps(origin, count), scopes.at(-1) ?? ""];
    const place = { node, scopes };
    return { name, place, scope, status: "moved", type: "", what, before: null, after: null };
  });
  return [...ops, ...moved];
}

/** What is selected when the viewer goes to a change. */
export function selectedBy({ place }: ChangeRow): string {
  return place.name ?? place.node;
}

/** The rows of some kinds that have all words somewhere. */
export function filterRows(
  rows: readonly ChangeRow[],
  text: string,
  hidden: ReadonlySet<ChangeKind>,
): readonly ChangeRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (hidden.has(row.status)) return false;
    const all = `${row.name} ${row.status} ${row.type} ${row.what}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** Groups in the order in which they first have a row; kinds in the order of the legend. */
export function groupRows(rows: readonly ChangeRow[], by: ChangeGrouping): ChangeGroup[] {
  const titleOf = ({ scope, status }: ChangeRow): string =>
    by === "kind" ? messages.legend[status] : scope || messages.topLevel;
  const kinds = CHANGE_KINDS.map((kind): [string, ChangeRow[]] => [messages.legend[kind], []]);
  const groups = new Map<string, ChangeRow[]>(by === "kind" ? kinds : []);
  for (const row of rows) {
    const [title, group] = [titleOf(row), groups.get(titleOf(row))];
    if (group) group.push(row);
    else groups.set(title, [row]);
  }
  return [...groups]
    .filter(([, group]) => group.length > 0)
    .map(([title, group]) => {
      const before = sumOf(group.map((row) => row.before));
      const scope = by === "kind" ? "" : group[0].scope;
      return { title, scope, rows: group, before, after: sumOf(group.map((row) => row.after)) };
    });
}

function sumOf(all: readonly MaybeCosts[]): CostSums {
  const sums = COSTS.map(({ name }) => {
    return [name, all.reduce((sum, costs) => sum + (costs?.[name] ?? 0), 0)] as const;
  });
  return Object.fromEntries(sums);
}

/** `1,000 → 1,200 (+200)`; empty where both sides have none. */
export function costText({ name, print }: Cost, before: MaybeCosts, after: MaybeCosts): string {
  const [old, now] = [before?.[name] ?? 0, after?.[name] ?? 0];
  if (old === 0 && now === 0) return "";
  if (old === now) return print(now);
  const sign = now > old ? "+" : "−";
  return `${print(old)}${messages.arrow}${print(now)} (${sign}${print(Math.abs(now - old))})`;
}

/** A table in Markdown, the whole graph first. */
export function changesMarkdown(rows: readonly ChangeRow[], changes: GraphChanges): string {
  const { change, op, type, what } = messages;
  const head = [change, op, type, what, ...COSTS.map(({ title }) => title)];
  const costs = ({ before, after }: Pick<ChangeRow, "before" | "after">): string[] =>
    COSTS.map((cost) => costText(cost, before, after));
  const lines = [
    head,
    head.map(() => "---"),
    ["", messages.wholeGraph, "", "", ...costs(changes)],
    ...rows.map((row) => [messages.kinds[row.status], row.name, row.type, row.what, ...costs(row)]),
  ];
  return lines.map((cells) => `| ${cells.map(escaped).join(" | ")} |\n`).join("");
}

function escaped(text: string): string {
  return text.replace(/[\\|]/g, "\\$&").replace(/\n/g, " ");
}
