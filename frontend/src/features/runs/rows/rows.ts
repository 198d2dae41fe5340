/**
 * The rows of the run table, from runs in their order: a tree by path, a flat list, or groups.
 *
 * The runs of one experiment share a row, which opens into a row for each. Rows know nothing of how
 * they are drawn; a folder that holds a single thing is drawn with it, as `a/b/c`.
 */
import type { Run } from "../../../api/types";
import { grouped } from "../../../lib/algorithms/group-by";
import { shortNames } from "../../../lib/lists/short-names";
import { comparePhases, type Experiment } from "../../../state/runs/experiments";
import { groupLabel } from "../../../state/runs/run-groups";
import * as messages from "../messages";

export type RowKind = "training" | "run" | "directory" | "group" | "graph" | "graphs";

export interface TableRow {
  readonly kind: RowKind;
  /** Tells the row from all others; stable while runs come and go. */
  readonly key: string;
  /** Of the run, the experiment, the directory or the group. */
  readonly name: string;
  /** What of the name tells it apart where it stands. */
  readonly label: string;
  readonly depth: number;
  /** What it stands for; of an experiment, what it logged itself and learned from first. */
  readonly runs: readonly Run[];
  /** Whether what it holds is below it; null when it holds nothing. */
  readonly isOpen: boolean | null;
  readonly isPinned?: true;
  /** Of a row of kind `graph`. */
  readonly graph?: ListedGraph;
}

/** One graph of a run, while the table is the list of graphs. */
export interface ListedGraph {
  readonly id: string;
  /** Kind, size, step and time. */
  readonly detail: string;
  readonly isShown: boolean;
}

export interface Grouping {
  /** What the column that experiments are grouped by is called; empty where values say it all. */
  readonly title: string;
  readonly groupOf: (runs: readonly Run[]) => string;
  /** Orders groups, each given by one of its experiments. */
  readonly compare: (one: readonly Run[], other: readonly Run[]) => number;
}

export interface RowsRequest {
  readonly runs: readonly Run[];
  readonly experimentOf: (run: string) => Experiment;
  /** Orders experiments; null leaves them as they come. */
  readonly compare: ((one: readonly Run[], other: readonly Run[]) => number) | null;
  /** Null for no groups. */
  readonly grouping: Grouping | null;
  readonly isTree: boolean;
  /** Keys of rows that the viewer opened or closed, against what they begin with. */
  readonly toggled: ReadonlySet<string>;
  /** Names of experiments that stand on top. */
  readonly pinned: ReadonlySet<string>;
}

interface Found {
  readonly name: string;
  readonly runs: readonly Run[];
}

function findExperiments({ runs, experimentOf }: RowsRequest): Found[] {
  const byName = grouped(runs, ({ name }) => experimentOf(name).name);
  return [...byName].map(([name, members]) => ({
    name,
    runs: members.sort((one, other) =>
      comparePhases(experimentOf(one.name), experimentOf(other.name)),
    ),
  }));
}

/** What the row of an experiment is called; the log directory's own goes by what it logs. */
function titleOf({ name, runs }: Found, request: RowsRequest): string {
  const phases = runs.map((run) => request.experimentOf(run.name).phase);
  return name === "." && !phases.includes("") ? phases.join(" · ") : name;
}

interface RowPosition {
  readonly depth: number;
  readonly label: string;
}

/** Where the filter leaves a single run of an experiment, the row says which. */
function withPhase({ name, runs }: Found, label: string, { experimentOf }: RowsRequest): string {
  const [run] = runs;
  const phase = run === undefined || runs.length > 1 ? "" : experimentOf(run.name).phase;
  return phase === "" || name === "." ? label : `${label}/${phase}`;
}

function experimentRows(
  found: Found,
  place: RowPosition,
  request: RowsRequest,
  below = 0,
): TableRow[] {
  const { name, runs } = found;
  const key = `t:${name}`;
  const canOpen = runs.length > 1 || below > 0;
  const isOpen = canOpen ? request.toggled.has(key) !== below > 0 : null;
  const label = withPhase(found, place.label, request);
  const row: TableRow = { kind: "training", key, name, runs, isOpen, ...place, label };
  if (!isOpen || runs.length < 2) return [row];
  return [row, ...runs.map((run) => memberRow(run, place.depth + 1, request))];
}

function memberRow(run: Run, depth: number, { experimentOf }: RowsRequest): TableRow {
  const { name } = run;
  const label = experimentOf(name).phase || messages.baseRun;
  return { kind: "run", key: `r:${name}`, name, label, depth, runs: [run], isOpen: null };
}

interface Node {
  readonly children: Map<string, Node>;
  found: Found | null;
}

const emptyNode = (): Node => ({ children: new Map(), found: null });

function treeOf(experiments: readonly Found[]): Node {
  const root = emptyNode();
  for (const found of experiments) {
    let node = root;
    for (const part of found.name === "." ? ["."] : found.name.split("/")) {
      const child = node.children.get(part) ?? emptyNode();
      node.children.set(part, child);
      node = child;
    }
    node.found = found;
  }
  return root;
}

interface Child extends Found {
  readonly label: string;
  readonly node: Node;
}

/** A child, and where it is a directory of a single thing, that thing. */
function unchained(part: string, child: Node, parent: string): Child {
  let [label, node] = [part, child];
  while (node.found === null && node.children.size === 1) {
    const [[next, only]] = [...node.children] as [[string, Node]];
    label = `${label}/${next}`;
    node = only;
  }
  const name = parent === "" ? label : `${parent}/${label}`;
  return { label, node, name, runs: node.found?.runs ?? [] };
}

function runsBelow(node: Node): Run[] {
  return [...(node.found?.runs ?? []), ...[...node.children.values()].flatMap(runsBelow)];
}

function treeRows(node: Node, name: string, depth: number, request: RowsRequest): TableRow[] {
  const children = [...node.children].map(([part, child]) => unchained(part, child, name));
  const leaves = children.filter((child) => child.node.children.size === 0);
  const short = shortNames(leaves.map(({ label }) => label));
  if (request.compare !== null) sortChildren(children, request.compare);
  return children.flatMap((child) => childRows(child, depth, short, request));
}

function sortChildren(children: Child[], compare: NonNullable<RowsRequest["compare"]>): void {
  const runs = new Map(children.map((child) => [child, runsBelow(child.node)]));
  children.sort((one, other) => compare(runs.get(one) ?? [], runs.get(other) ?? []));
}

function childRows(
  child: Child,
  depth: number,
  short: ReadonlyMap<string, string>,
  request: RowsRequest,
): TableRow[] {
  const { node, name, label } = child;
  const below = node.children.size;
  if (node.found !== null) {
    const title = below > 0 ? label : (short.get(label) ?? label);
    const named = node.found.name === "." ? titleOf(node.found, request) : title;
    const rows = experimentRows(node.found, { depth, label: named }, request, below);
    if (below === 0 || rows[0]?.isOpen !== true) return rows;
    return [...rows, ...treeRows(node, name, depth + 1, request)];
  }
  const key = `d:${name}`;
  const isOpen = !request.toggled.has(key);
  const runs = runsBelow(node);
  const row: TableRow = { kind: "directory", key, name, label, depth, runs, isOpen };
  return isOpen ? [row, ...treeRows(node, name, depth + 1, request)] : [row];
}

function flatRows(experiments: readonly Found[], depth: number, request: RowsRequest): TableRow[] {
  const titles = experiments.map((found) => titleOf(found, request));
  const short = shortNames(titles);
  return experiments.flatMap((found, at) => {
    const label = short.get(titles[at] ?? "") ?? "";
    return experimentRows(found, { depth, label }, request);
  });
}

function groupRows(
  experiments: readonly Found[],
  { title, groupOf, compare }: Grouping,
  request: RowsRequest,
): TableRow[] {
  const groups = [...grouped(experiments, ({ runs }) => groupOf(runs))];
  groups.sort(([, [one]], [, [other]]) => compare(one?.runs ?? [], other?.runs ?? []));
  return groups.flatMap(([name, members]) => {
    const key = `g:${name}`;
    const isOpen = !request.toggled.has(key);
    const runs = members.flatMap((found) => found.runs);
    const label = groupLabel(title, name);
    const row: TableRow = { kind: "group", key, name: label, label, depth: 0, runs, isOpen };
    return isOpen ? [row, ...flatRows(members, 1, request)] : [row];
  });
}

function pinnedRows(experiments: readonly Found[], request: RowsRequest): TableRow[] {
  const rows = flatRows(experiments, 0, request);
  return rows.map((row) => (row.kind === "training" ? { ...row, isPinned: true as const } : row));
}

export function tableRows(request: RowsRequest): readonly TableRow[] {
  const { compare, pinned } = request;
  const experiments = findExperiments(request);
  if (compare !== null && !request.isTree) {
    experiments.sort((one, other) => compare(one.runs, other.runs));
  }
  const top = experiments.filter(({ name }) => pinned.has(name));
  const others =
    top.length === 0 ? experiments : experiments.filter(({ name }) => !pinned.has(name));
  const rest =
    request.grouping !== null
      ? groupRows(others, request.grouping, request)
      : request.isTree
        ? treeRows(treeOf(others), "", 0, request)
        : flatRows(others, 0, request);
  return top.length === 0 ? rest : [...pinnedRows(top, request), ...rest];
}
