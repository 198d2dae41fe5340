/**
 * The list of graphs as a viewer chooses from it: by run, then models, graphs, what steps ran, and
 * traced functions. A graph at several stages is one row with a choice for each.
 */
import type { Graph } from "../../api/types";
import { wallTimeText } from "../../lib/format/time";
import { kindText } from "./graph-kind";
import { graphSize, runTitle } from "./graph-title";
import * as messages from "./messages";

export interface GraphRow {
  readonly key: string;
  readonly title: string;
  /** A Keras model, a profiled step, an uploaded file…, in a word or two. */
  readonly kind: string;
  /** Size, step and time. */
  readonly detail: string;
  /** The stages, the first of which the row stands for. */
  readonly graphs: readonly [Graph, ...Graph[]];
}

export interface GraphSection {
  readonly key: string;
  readonly title: string;
  /** Whether there may be hundreds of rows, which are collapsed at first. */
  readonly isFolded: boolean;
  readonly rows: readonly GraphRow[];
}

export interface RunGraphs {
  readonly run: string;
  readonly title: string;
  readonly sections: readonly GraphSection[];
}

type SectionKind = "model" | "graph" | "profile" | "function";

const SECTION_ORDER: readonly SectionKind[] = ["model", "graph", "profile", "function"];

/** Runs, and rows in a section, stay in the order of the list. */
export function groupGraphs(graphs: readonly Graph[]): readonly RunGraphs[] {
  return [...grouped(graphs, ({ run }) => run)].map(([run, ofRun]) => ({
    run,
    title: runTitle(ofRun[0]),
    sections: sectionsOf(ofRun),
  }));
}

/** The groups with the rows that have all words of a text somewhere; all rows for no text. */
export function filterGroups(groups: readonly RunGraphs[], text: string): readonly RunGraphs[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({
      ...group,
      sections: group.sections
        .map((section) => ({
          ...section,
          rows: section.rows.filter((row) => hasWords(words, group, section, row)),
        }))
        .filter(({ rows }) => rows.length > 0),
    }))
    .filter(({ sections }) => sections.length > 0);
}

function hasWords(
  words: readonly string[],
  group: RunGraphs,
  section: GraphSection,
  row: GraphRow,
): boolean {
  const graphs = row.graphs.flatMap(({ tag, stage, label }) => [tag, stage, label]);
  const text = [group.title, section.title, row.title, row.kind, row.detail, ...graphs].join(" ");
  return words.every((word) => text.toLowerCase().includes(word));
}

/** What distinguishes the graphs of a row: `before optimisation`. */
export function stageText({ kind, stage }: Graph): string {
  const [, after] = /^function \d+ of \d+, (.+)$/.exec(stage) ?? [];
  return after ?? (stage || (kind === "op" ? messages.asLogged : kind));
}

type Some<T> = readonly [T, ...T[]];

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

function sectionsOf(graphs: readonly Graph[]): readonly GraphSection[] {
  const rows = [...grouped(graphs, rowKey).values()];
  const sections = grouped(rows, sectionKey);
  return [...sections]
    .map(([key, ofSection]) => ({ kind: kindOf(ofSection[0]), key, rows: ofSection }))
    .sort((one, other) => SECTION_ORDER.indexOf(one.kind) - SECTION_ORDER.indexOf(other.kind))
    .map((section) => ({
      key: section.key,
      title: sectionTitle(section.kind, section.rows),
      isFolded: section.kind === "function",
      rows: section.rows.map((ofRow) => ({
        key: ofRow[0].id,
        title: rowTitle(ofRow[0]),
        kind: kindText(ofRow[0]),
        detail: graphDetail(ofRow[0]),
        graphs: ofRow,
      })),
    }));
}

/** Stages of one graph have all of these in common. */
function rowKey({ tag, file, wall_time: time, function: number, kind }: Graph): string {
  return [tag, file, time, number, kind === "conceptual"].join("\n");
}

function kindOf(row: Some<Graph>): SectionKind {
  if (row[0].function !== null) return "function";
  if (row.some(({ kind }) => kind === "conceptual")) return "model";
  return row.some(({ kind }) => kind === "op") ? "graph" : "profile";
}

/** The functions of each step are a section of their own. */
function sectionKey(row: Some<Graph>): string {
  const kind = kindOf(row);
  return kind === "function" ? [kind, row[0].tag, row[0].step].join("\n") : kind;
}

function sectionTitle(kind: SectionKind, rows: Some<Some<Graph>>): string {
  switch (kind) {
    case "model":
      return rows.length === 1 ? messages.model : messages.models;
    case "graph":
      return rows.length === 1 ? messages.graph : messages.graphs;
    case "profile":
      return rows.length === 1 ? messages.graphOfAProfiledStep : messages.graphsOfProfiledSteps;
    case "function": {
      const { tag, step } = rows[0][0];
      const functions = messages.profiledFunctionCount(rows.length);
      return step === null
        ? messages.functionsOf(functions, tag)
        : messages.functionsOfStep(functions, String(step), tag);
    }
  }
}

function rowTitle({ tag, file, label, function: number }: Graph): string {
  if (number !== null)
    return label === "" ? messages.functionNumber(number) : `${number} · ${label}`;
  if (tag !== "") return tag;
  return file.includes("tfevents") ? messages.runGraph : file;
}

/** Size, step and time. */
export function graphDetail(graph: Graph): string {
  const { step, wall_time: time, function: number } = graph;
  const seconds = Number(time);
  return [
    graphSize(graph),
    number === null && step !== null ? messages.stepNumber(step) : "",
    number === null && Number.isFinite(seconds) && seconds > 0 ? wallTimeText(seconds) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
