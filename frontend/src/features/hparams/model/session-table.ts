/** The table of sessions: what they were started with, and what their metrics came to. */

import type { HparamColumn, Hparams, Run, Session, TagMetrics } from "../../../api/types";
import { grouped } from "../../../lib/algorithms/group-by";
import { plainMarkdown } from "../../../lib/format/plain-markdown";
import type { TableCell } from "../../../lib/format/table";

/** Which of a series' values stands for it. */
export type Summary = "last" | "min" | "max";

export interface Column {
  /** As in the address: `h:lr`, `m:validation|epoch_loss`. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly kind: "hparam" | "metric";
  /** `number` where all cells are numbers or missing; others are compared as texts. */
  readonly type: "number" | "category";
  /** Whether two rows have different cells. */
  readonly differs: boolean;
  /** A cell for each row; null where there is none. */
  readonly cells: readonly TableCell[];
}

export interface Row {
  /** The id of the session's run, which gives the row its colour. */
  readonly run: string;
  /** Of the experiment, where it has no other row; else of the session. */
  readonly name: string;
  readonly group: string;
  readonly status: Session["status"];
}

export interface SessionTable {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
}

export type ShownRun = Pick<Run, "id" | "training" | "phase">;

/** A metric to show: a scalar tag in the runs of one group of a session. */
export interface Metric {
  readonly tag: string;
  readonly group: string;
  readonly title: string;
  readonly description: string;
}

interface Member {
  readonly run: string;
  readonly group: string;
  readonly place: "session" | "below" | "above";
}

/** With cells for rows that may turn out to say nothing. */
type UnfinishedColumn = Omit<Column, "differs">;

interface Subject extends Row {
  /** Its place among the sessions as sent; null for an experiment that has none. */
  readonly session: number | null;
  readonly members: readonly Member[];
}

export function metricKey({ group, tag }: Pick<Metric, "group" | "tag">): string {
  return `m:${group}|${tag}`;
}

/** What the server writes for a number that JSON has no sign for is a number again. */
function cellOf(value: number | string | boolean | null, type: HparamColumn["type"]): TableCell {
  return type === "number" && typeof value === "string" ? Number(value) : value;
}

/** The sessions of which a run is shown and the experiments of other runs, in the order of `shown`. */
function subjectsOf({ sessions }: Hparams, shown: readonly ShownRun[]): Subject[] {
  const isShown = new Set(shown.map(({ id }) => id));
  const inSession = new Set(sessions.flatMap(({ members }) => members.map(({ run }) => run)));
  const chosen = sessions.flatMap((session, at) =>
    session.members.some(({ run }) => isShown.has(run)) ? [{ ...session, session: at }] : [],
  );
  const others = new Map<string, Subject & { members: Member[] }>();
  for (const { id, training: experiment, phase } of shown) {
    if (inSession.has(id)) continue;
    const known = others.get(experiment);
    const member: Member = { run: id, group: phase, place: phase === "" ? "session" : "below" };
    if (known === undefined) others.set(experiment, withoutSession(experiment, member));
    else known.members.push(member);
  }
  const places = new Map(shown.map(({ id }, place) => [id, place]));
  const placeOf = (subject: Subject) =>
    Math.min(...ownRuns(subject).map((id) => places.get(id) ?? Infinity));
  return [...chosen, ...others.values()].sort((one, other) => placeOf(one) - placeOf(other));
}

/** The runs of a subject alone: a run above its session may be above others, too. */
function ownRuns({ members }: Subject): string[] {
  const own = members.filter(({ place }) => place !== "above");
  return (own.length > 0 ? own : members).map(({ run }) => run);
}

function withoutSession(experiment: string, first: Member): Subject & { members: Member[] } {
  const { run } = first;
  return { run, name: experiment, group: "", status: null, session: null, members: [first] };
}

/** The name of the experiment around a session whose only row it is, else that of the session. */
function rowNames(subjects: readonly Subject[], shown: readonly ShownRun[]): string[] {
  const experiments = new Map(shown.map(({ id, training }) => [id, training]));
  const experimentOf = (subject: Subject) =>
    ownRuns(subject).flatMap((run) => experiments.get(run) ?? [])[0] ?? "";
  const rows = grouped(subjects, experimentOf);
  return subjects.map((subject) => {
    const experiment = experimentOf(subject);
    const isAround = subject.name.startsWith(`${experiment}/`);
    return isAround && rows.get(experiment)?.length === 1 ? experiment : subject.name;
  });
}

/** The groups of runs below sessions in which a tag was logged; the session's own is empty. */
function groupsWith(runs: ReadonlySet<string>, subjects: readonly Subject[]): string[] {
  const members = subjects.flatMap((subject) => subject.members);
  return [...new Set(members.filter(({ run }) => runs.has(run)).map(({ group }) => group))].sort();
}

/** The metrics that experiments announced, then one for each group in which a chosen tag stands. */
export function metricsToShow(
  hparams: Hparams,
  tags: readonly string[],
  values: ReadonlyMap<string, TagMetrics>,
  shown: readonly ShownRun[],
): Metric[] {
  const found = new Map<string, Metric>();
  for (const { tag, group, display_name, description } of hparams.metrics) {
    const title = display_name || titleOf(tag, group);
    found.set(metricKey({ tag, group }), { tag, group, title, description });
  }
  const subjects = subjectsOf(hparams, shown);
  for (const tag of tags) {
    for (const group of groupsWith(new Set(values.get(tag)?.runs), subjects)) {
      const key = metricKey({ tag, group });
      if (!found.has(key)) {
        found.set(key, { tag, group, title: titleOf(tag, group), description: "" });
      }
    }
  }
  return [...found.values()];
}

function titleOf(tag: string, group: string): string {
  return group === "" ? tag : `${tag} (${group})`;
}

/** The member's value; what the session's own run lacks, the one that holds it may have. */
function metricCell(
  { members }: Subject,
  group: string,
  values: ReadonlyMap<string, number>,
): number | null {
  const own = members.find((one) => one.place !== "above" && one.group === group);
  const above = group === "" ? members.find(({ place }) => place === "above") : undefined;
  for (const member of [own, above]) {
    const value = member && values.get(member.run);
    if (value !== undefined) return value;
  }
  return null;
}

function valuesByRun(metrics: TagMetrics | undefined, summary: Summary): Map<string, number> {
  const column = metrics?.[summary] ?? [];
  return new Map(metrics?.runs.map((run, at) => [run, Number(column[at])]));
}

function metricColumn(
  metric: Metric,
  metrics: TagMetrics | undefined,
  summary: Summary,
  subjects: readonly Subject[],
): UnfinishedColumn {
  const ofRun = valuesByRun(metrics, summary);
  const cells = subjects.map((subject) => metricCell(subject, metric.group, ofRun));
  const { title, description } = metric;
  const key = metricKey(metric);
  return {
    key,
    title,
    description: plainMarkdown(description),
    kind: "metric",
    type: "number",
    cells,
  };
}

function hparamColumn(column: HparamColumn, subjects: readonly Subject[]): UnfinishedColumn {
  const cells = subjects.map(({ session }) =>
    session === null ? null : cellOf(column.values[session] ?? null, column.type),
  );
  return {
    key: `h:${column.name}`,
    title: column.display_name || column.name,
    description: plainMarkdown(column.description),
    kind: "hparam",
    type: column.type === "number" ? "number" : "category",
    cells,
  };
}

function areDifferent(cells: readonly TableCell[]): boolean {
  return cells.some((cell) => !Object.is(cell, cells[0]));
}

/**
 * Rows that say something: an experiment without a session has none of the metrics, or it is left
 * out.
 */
function rowsWithMetrics(
  subjects: readonly Subject[],
  metrics: readonly UnfinishedColumn[],
): boolean[] {
  return subjects.map(
    ({ session }, row) => session !== null || metrics.some(({ cells }) => cells[row] !== null),
  );
}

export function sessionTable(
  hparams: Hparams,
  metrics: readonly Metric[],
  values: ReadonlyMap<string, TagMetrics>,
  summary: Summary,
  shown: readonly ShownRun[],
): SessionTable {
  const subjects = subjectsOf(hparams, shown);
  const metricColumns = metrics.map((metric) =>
    metricColumn(metric, values.get(metric.tag), summary, subjects),
  );
  const hasMetric = rowsWithMetrics(subjects, metricColumns);
  const columns = [...hparams.hparams.map((one) => hparamColumn(one, subjects)), ...metricColumns];
  const names = rowNames(subjects, shown);
  const rows = subjects.map(
    ({ run, group, status }, row): Row => ({ run, name: names[row] ?? "", group, status }),
  );
  return {
    rows: rows.filter((_, row) => hasMetric[row]),
    columns: columns.map((column) => {
      const cells = column.cells.filter((_, row) => hasMetric[row]);
      return { ...column, cells, differs: areDifferent(cells) };
    }),
  };
}
