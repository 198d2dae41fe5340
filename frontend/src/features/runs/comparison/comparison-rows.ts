/** The rows of a comparison, by section, from what the server and the page know of the runs. */
import type { Comparison, ComparisonRow, Graph, Run, SeriesWarning } from "../../../api/types";
import type { FilterValue } from "../../../lib/filter/match-filter";
import type { TableCell } from "../../../lib/format/table";
import { experimentValue } from "../../../state/runs/experiment-value";
import { findColumn } from "../../../state/runs/run-columns";
import { isLowerBetter } from "../../../state/runs/run-metrics";
import type { RunModel } from "../../../state/runs/run-models";
import * as messages from "./messages";

export interface ComparedRow {
  readonly key: string;
  readonly name: string;
  readonly differs: boolean;
  /** One for each experiment; null where it has none. */
  readonly values: readonly TableCell[];
  /** The same for people, where they read something else than what a file holds. */
  readonly texts: readonly string[] | null;
}

export interface ComparedSection {
  readonly key: string;
  readonly title: string;
  readonly rows: readonly ComparedRow[];
}

/** What is known of the runs beside the comparison of the server. */
export interface ComparedRuns {
  readonly runById: ReadonlyMap<string, Run>;
  readonly graphs: readonly Graph[];
  /** How many parameters a graph has, by its id, as far as that is known. */
  readonly parameters: ReadonlyMap<string, number>;
  /** What is wrong in the series of the runs, as far as that is known. */
  readonly warnings: readonly RunWarning[];
  /** The models of the runs by their ids, as far as they are known. */
  readonly models: ReadonlyMap<string, RunModel>;
}

/** The key of the row of models, each of which leads to what differs from the reference. */
export const MODEL_KEY = "model name";

type RunWarning = Pick<SeriesWarning, "run" | "tag" | "kind" | "message">;

const FACTS = ["state", "step", "started", "duration", "tags", "note", "file_errors"];

function plainCell(value: FilterValue): TableCell {
  if (typeof value === "object" && value !== null) return value.join(", ");
  return value === "" ? null : value;
}

function differs(values: readonly TableCell[]): boolean {
  return values.some((value) => !Object.is(value, values[0]));
}

function factRows(experiments: readonly (readonly Run[])[]): ComparedRow[] {
  return FACTS.flatMap((id) => {
    const column = findColumn(id);
    if (column === undefined) return [];
    const values = experiments.map((runs) => plainCell(experimentValue(runs, column)));
    if (values.every((value) => value === null || value === 0)) return [];
    const texts = values.map((value) => (value === null ? "" : column.text(value)));
    return [{ key: `fact ${id}`, name: column.title, values, texts, differs: differs(texts) }];
  });
}

/** Numbers that JSON has no sign for come as texts. */
function cellOf(value: ComparisonRow["values"][number], isNumber: boolean): TableCell {
  return isNumber && value !== null ? Number(value) : value;
}

function rowsOf(rows: readonly ComparisonRow[], isNumber: boolean): ComparedRow[] {
  return rows.map((row) => ({
    key: `${row.section} ${row.phase} ${row.name}`,
    name: row.phase === "" ? row.name : messages.phaseOf(row.name, row.phase),
    differs: row.differs,
    values: row.values.map((value) => cellOf(value, isNumber)),
    texts: null,
  }));
}

/** The largest graph of an experiment, which is that of its training step or its model. */
function graphOf(runs: readonly Run[], graphs: readonly Graph[]): Graph | undefined {
  const names = new Set(runs.map(({ name }) => name));
  return graphs
    .filter(({ run, source, nodes }) => source === "run" && names.has(run) && nodes > 0)
    .reduce<Graph | undefined>(
      (largest, graph) => (largest === undefined || graph.nodes > largest.nodes ? graph : largest),
      undefined,
    );
}

/** The ids of the graphs whose sizes are compared. */
export function comparedGraphs({ trainings }: Comparison, known: ComparedRuns): string[] {
  return trainings.flatMap(({ runs }) => {
    const of = runs.flatMap((id) => known.runById.get(id) ?? []);
    return graphOf(of, known.graphs)?.id ?? [];
  });
}

/** A row for each tag with a warning, or for each kind of those that concern no tag. */
function warningRows(
  trainings: Comparison["trainings"],
  warnings: readonly RunWarning[],
): ComparedRow[] {
  const names = new Set(warnings.map(({ tag, kind }) => tag ?? kind));
  return [...names].sort().flatMap((name) => {
    const of = warnings.filter(({ tag, kind }) => (tag ?? kind) === name);
    const values = trainings.map(({ runs }) => {
      const found = of.filter(({ run }) => runs.includes(run)).map(({ message }) => message);
      return found.length === 0 ? null : found.join("\n");
    });
    if (values.every((value) => value === null)) return [];
    return [{ key: `warning ${name}`, name, values, texts: null, differs: differs(values) }];
  });
}

function modelRows(
  experiments: readonly (readonly Run[])[],
  { graphs: all, parameters, models }: ComparedRuns,
): ComparedRow[] {
  const graphs = experiments.map((runs) => graphOf(runs, all));
  if (graphs.every((graph) => graph === undefined)) return [];
  const names = experiments.map(
    (runs) => runs.flatMap(({ id }) => models.get(id)?.name ?? [])[0] ?? null,
  );
  const areNamed = names.some((name) => name !== null);
  const named: ComparedRow = {
    key: MODEL_KEY,
    name: messages.model,
    values: names,
    texts: null,
    differs: differs(names),
  };
  const prints = [...new Set(graphs.flatMap((graph) => graph?.fingerprint ?? []))];
  const row = (name: string, cellFrom: (graph: Graph) => TableCell): ComparedRow => {
    const values = graphs.map((graph) => (graph === undefined ? null : cellFrom(graph)));
    return { key: `model ${name}`, name, values, texts: null, differs: differs(values) };
  };
  const counted = row(messages.parameters, ({ id }) => parameters.get(id) ?? null);
  return [
    ...(areNamed ? [named] : []),
    ...(counted.values.every((value) => value === null) ? [] : [counted]),
    row(messages.ops, ({ nodes, function_ops: inFunctions }) => nodes + inFunctions),
    row(messages.edges, ({ edges }) => edges),
    ...(areNamed
      ? []
      : [
          row(messages.structure, ({ fingerprint }) =>
            messages.structureNumber(prints.indexOf(fingerprint) + 1),
          ),
        ]),
  ];
}

/** The comparison of the requested runs: a report has that of all its runs. */
export function ofRuns(answer: Comparison, ids: ReadonlySet<string>): Comparison {
  const isRequested = answer.trainings.map(({ runs }) => runs.some((run) => ids.has(run)));
  if (isRequested.every(Boolean)) return answer;
  const only = <T>(items: readonly T[]) => items.filter((_, at) => isRequested[at]);
  return {
    ...answer,
    trainings: only(answer.trainings),
    rows: answer.rows.map((row) => {
      const values = only(row.values);
      return { ...row, values, differs: row.differs && differs(values) };
    }),
  };
}

/** All sections that have any row. */
export function compareRuns(
  { trainings, rows }: Comparison,
  known: ComparedRuns,
): ComparedSection[] {
  const experiments = trainings.map(({ runs }) =>
    runs.flatMap((id) => known.runById.get(id) ?? []),
  );
  const of = (wanted: ComparisonRow["section"]) => rows.filter(({ section }) => section === wanted);
  const best = [...of("least").filter(({ name }) => isLowerBetter(name))].concat(
    of("greatest").filter(({ name }) => !isLowerBetter(name)),
  );
  const sections = [
    { key: "runs", title: messages.runs, rows: factRows(experiments) },
    { key: "hparams", title: messages.hyperParameters, rows: rowsOf(of("hparams"), false) },
    { key: "flags", title: messages.flags, rows: rowsOf(of("flags"), false) },
    { key: "last", title: messages.lastValues, rows: rowsOf(of("last"), true) },
    { key: "best", title: messages.bestValues, rows: rowsOf(best, true) },
    {
      key: "warnings",
      title: messages.warnings,
      rows: warningRows(trainings, known.warnings),
    },
    { key: "model", title: messages.model, rows: modelRows(experiments, known) },
    { key: "tags", title: messages.tagsLogged, rows: rowsOf(of("tags"), false) },
    { key: "texts", title: messages.texts, rows: rowsOf(of("texts"), false) },
  ];
  return sections.filter((section) => section.rows.length > 0);
}

/** A configuration of one program has hundreds of names that others lack, with one value. */
function hasSeveralValues({ values }: ComparedRow): boolean {
  return new Set(values.filter((value) => value !== null)).size > 1;
}

/** What differs first; of hyper-parameters, those with several values before all others. */
function inOrder({ key, rows }: ComparedSection): readonly ComparedRow[] {
  const rank = (row: ComparedRow): number =>
    +row.differs + +(key === "hparams" && hasSeveralValues(row));
  return [...rows].sort((one, other) => rank(other) - rank(one));
}

/** The sections with the rows that are to be seen. */
export function visibleSections(
  sections: readonly ComparedSection[],
  matches: (name: string) => boolean,
  onlyDifferences: boolean,
): ComparedSection[] {
  return sections
    .map((section) => ({
      ...section,
      rows: inOrder(section).filter(
        (row) => matches(row.name) && (row.differs || !onlyDifferences),
      ),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** The hyper-parameters of an experiment as lines, in the order of their names. */
export function configurationText(sections: readonly ComparedSection[], at: number): string {
  const rows = sections.find(({ key }) => key === "hparams")?.rows ?? [];
  return rows
    .flatMap(({ name, values }) => {
      const value = values[at] ?? null;
      return value === null ? [] : [`${name}: ${String(value)}`];
    })
    .join("\n");
}
