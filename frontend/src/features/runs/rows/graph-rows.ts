/**
 * The rows of graphs within the run table, while it is the list of graphs: below the run whose graph
 * is on show, each of its graphs, and on top those that belong to no run. Models come first; the
 * functions of a profiled step, of which there may be hundreds, are folded into one row.
 */
import type { Graph } from "../../../api/types";
import { kindText } from "../../../state/graphs/graph-kind";
import type { GraphPicker } from "../../../state/graphs/graph-picker";
import {
  type GraphRow,
  type GraphSection,
  graphDetail,
  groupGraphs,
  type RunGraphs,
  stageText,
} from "../../../state/graphs/graph-rows";
import type { TableRow } from "./rows";

export interface GraphRowsRequest {
  readonly rows: readonly TableRow[];
  readonly picker: GraphPicker;
  /** Names of runs, those that are filtered out among them. */
  readonly runs: ReadonlySet<string>;
  /** Whether rows are left out by a filter: graphs of no run are left out with them. */
  readonly isFiltered: boolean;
  /** Keys of rows that the viewer opened or closed, against what they begin with. */
  readonly toggled: ReadonlySet<string>;
}

export function withGraphRows(request: GraphRowsRequest): readonly TableRow[] {
  const { rows, picker, runs, isFiltered } = request;
  const ofNoRun = isFiltered ? [] : picker.graphs.filter(({ run }) => !runs.has(run));
  const top = groupGraphs(ofNoRun).flatMap((group) => rowsOfNoRun(group, request));
  return [...top, ...rows.flatMap((row) => [row, ...rowsBelow(row, request)])];
}

/** The graphs of the run on show; a single one is in the row of its run already. */
function rowsBelow(row: TableRow, request: GraphRowsRequest): TableRow[] {
  const { graphs, shown } = request.picker;
  const isOne = row.kind === "run" || row.kind === "training";
  const standsForMembers = row.isOpen === true && row.runs.length > 1;
  const names = new Set(row.runs.map(({ name }) => name));
  if (!isOne || standsForMembers || !names.has(shown.run)) return [];
  const own = graphs.filter(({ run }) => names.has(run));
  if (own.length < 2) return [];
  return groupGraphs(own).flatMap((group) => {
    const prefix = names.size > 1 ? `${group.title} · ` : "";
    return sectionRows(group, { prefix, depth: row.depth + 1 }, request);
  });
}

function rowsOfNoRun(group: RunGraphs, request: GraphRowsRequest): TableRow[] {
  const [section, ...others] = group.sections;
  const [only, ...further] = section?.rows ?? [];
  if (only === undefined || others.length > 0 || further.length > 0 || only.graphs.length > 1) {
    return sectionRows(group, { prefix: `${group.title} · `, depth: 0 }, request);
  }
  return graphRows({ ...only, title: group.title }, { prefix: "", depth: 0 }, request);
}

interface Position {
  /** What a row's title begins with where rows of several runs stand together. */
  readonly prefix: string;
  readonly depth: number;
}

function sectionRows(group: RunGraphs, at: Position, request: GraphRowsRequest): TableRow[] {
  return group.sections.flatMap((section) => {
    if (!section.isFolded) return section.rows.flatMap((row) => graphRows(row, at, request));
    const key = `f:${group.run}:${section.key.replaceAll("\n", ":")}`;
    const isOpen = request.toggled.has(key) !== holds(section, request.picker.shown);
    const label = at.prefix + section.title;
    const { depth } = at;
    const head: TableRow = { kind: "graphs", key, name: label, label, depth, runs: [], isOpen };
    if (!isOpen) return [head];
    const below = { prefix: "", depth: depth + 1 };
    return [head, ...section.rows.flatMap((row) => graphRows(row, below, request))];
  });
}

/** A row for each stage of a graph. */
function graphRows(row: GraphRow, at: Position, { picker }: GraphRowsRequest): TableRow[] {
  return row.graphs.map((graph) => {
    const stage = row.graphs.length > 1 ? ` · ${stageText(graph)}` : "";
    const label = at.prefix + row.title + stage;
    return {
      kind: "graph",
      key: `G:${graph.id}`,
      name: label,
      label,
      depth: at.depth,
      runs: [],
      isOpen: null,
      graph: {
        id: graph.id,
        detail: `${kindText(graph)} · ${graphDetail(graph)}`,
        isShown: graph.id === picker.shown.id,
      },
    };
  });
}

function holds({ rows }: GraphSection, graph: Graph): boolean {
  return rows.some(({ graphs }) => graphs.some(({ id }) => id === graph.id));
}
