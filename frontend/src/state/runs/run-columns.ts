/**
 * The columns of runs: what the table shows, sorts, groups and filters by.
 *
 * A column's id stands in links: `step`, `hparam:lr`, `metric:loss.min`, `match:seed_(.)`.
 */
import type { Run } from "../../api/types";
import type { FilterValue } from "../../lib/filter/match-filter";
import { parsePattern } from "../../lib/filter/safe-regexp";
import { finiteOrNull } from "../../lib/format/json-number";
import { countText, shortCountText, valueText } from "../../lib/format/number";
import { ageText, dayText, durationText, wallTimeText } from "../../lib/format/time";
import { now } from "../base/clock";
import * as messages from "../base/run-messages";
import * as shared from "../messages";
import { marks } from "./run-annotations";
import { hparamsOf } from "./run-hparams";
import { isLowerBetter, METRIC_STATS, type MetricStat, metricOf } from "./run-metrics";
import { runModels } from "./run-models";
import { experimentOf } from "./runs";
import { warningsOf } from "./warning-counts";

export type ColumnKind = "run" | "match" | "hparam" | "metric";

export interface RunColumn {
  readonly id: string;
  readonly kind: ColumnKind;
  /** Short, for the head of the column. */
  readonly title: string;
  /** In full, for the list of columns and on hover. */
  readonly label: string;
  readonly valueOf: (run: Run) => FilterValue;
  /** A value in the room of a cell. */
  readonly text: (value: FilterValue) => string;
  /** The same with every digit. */
  readonly fullText: (value: FilterValue) => string;
  /**
   * Whether the greatest value, or the last text, comes first when the column is first sorted by.
   */
  readonly isDescending: boolean;
  readonly isNumeric: boolean;
}

type Values = Pick<RunColumn, "valueOf" | "text"> & Partial<RunColumn>;

function runColumn(id: string, title: string, label: string, values: Values): RunColumn {
  const { text } = values;
  const base = { id, title, label, kind: "run" as const, fullText: text };
  return { ...base, isDescending: false, isNumeric: false, ...values };
}

function asText(value: FilterValue): string {
  if (value === null) return "";
  if (typeof value === "number") return valueText(value);
  return Array.isArray(value) ? value.join(", ") : String(value);
}

const number = (value: FilterValue, text: (value: number) => string): string =>
  typeof value === "number" ? text(value) : asText(value);

function spanOf({ first_wall_time, last_wall_time }: Run): number | null {
  const first = finiteOrNull(first_wall_time);
  const last = finiteOrNull(last_wall_time);
  return first === null || last === null ? null : last - first;
}

/**
 * When a run last wrote: its newest event, or what its experiment goes by where that is to come.
 */
function lastWriteOf({ last_wall_time, wrote_at }: Run): number | null {
  const last = finiteOrNull(last_wall_time);
  return last === null || last > now.value ? (finiteOrNull(wrote_at) ?? last) : last;
}

function markOf({ name }: Run) {
  return marks.value.get(name) ?? marks.value.get(experimentOf(name).name);
}

function directoryOf({ name }: Run): string {
  const training = experimentOf(name).name;
  return training.slice(0, Math.max(0, training.lastIndexOf("/"))) || ".";
}

const numeric = { isNumeric: true, isDescending: true } as const;

/** Columns that every log has. */
export const RUN_COLUMNS: readonly RunColumn[] = [
  runColumn("state", messages.state, messages.state, {
    valueOf: ({ state }) => state,
    text: asText,
  }),
  runColumn("step", shared.step, messages.lastStep, {
    ...numeric,
    valueOf: ({ last_step }) => (last_step === null ? null : Number(last_step)),
    text: (value) => number(value, shortCountText),
    fullText: (value) => number(value, countText),
  }),
  runColumn("age", messages.age, messages.ageTitle, {
    isNumeric: true,
    valueOf: (run) => {
      const last = lastWriteOf(run);
      return last === null ? null : Math.max(0, now.value - last);
    },
    text: (value) => number(value, ageText),
    fullText: (value) => number(value, (age) => messages.lastWritten(now.value - age)),
  }),
  runColumn("started", messages.started, messages.startedTitle, {
    ...numeric,
    valueOf: ({ first_wall_time }) => finiteOrNull(first_wall_time),
    text: (value) => number(value, dayText),
    fullText: (value) => number(value, wallTimeText),
  }),
  runColumn("duration", messages.duration, messages.durationTitle, {
    ...numeric,
    valueOf: spanOf,
    text: (value) => number(value, durationText),
  }),
  runColumn("tags", shared.tags, messages.tagsTitle, {
    valueOf: (run) => markOf(run)?.tags ?? null,
    text: asText,
  }),
  runColumn("note", shared.note, messages.noteTitle, {
    valueOf: (run) => markOf(run)?.note ?? null,
    text: asText,
  }),
  runColumn("directory", messages.directory, messages.directory, {
    valueOf: directoryOf,
    text: asText,
  }),
  runColumn("phase", messages.split, messages.splitTitle, {
    valueOf: ({ name }) => experimentOf(name).phase || null,
    text: asText,
  }),
  runColumn("model", messages.model, messages.modelTitle, {
    valueOf: ({ id }) => runModels.value.get(id)?.name ?? null,
    text: asText,
  }),
  runColumn("warnings", shared.warnings, messages.warningsTitle, {
    ...numeric,
    valueOf: ({ id }) => warningsOf(id),
    text: (value) => (value === 0 ? "" : asText(value)),
    fullText: (value) => number(value, (count) => messages.warningCount(count)),
  }),
  runColumn("file_errors", messages.readErrors, messages.readErrorsTitle, {
    ...numeric,
    valueOf: ({ warnings }) => warnings.length,
    text: (value) => (value === 0 ? "" : asText(value)),
    fullText: (value) => number(value, (count) => messages.readErrorCount(count)),
  }),
];

const BY_ID: ReadonlyMap<string, RunColumn> = new Map(RUN_COLUMNS.map((one) => [one.id, one]));

export function hparamColumn(name: string): RunColumn {
  return {
    id: `hparam:${name}`,
    kind: "hparam",
    title: name,
    label: messages.hparamTitle(name),
    valueOf: ({ id }) => hparamsOf(id).get(name) ?? null,
    text: asText,
    fullText: asText,
    isDescending: false,
    isNumeric: true,
  };
}

/** What the groups of an expression find in runs' names: `match:lr_([^/]*)`; all of it without. */
function matchColumn(pattern: string): RunColumn {
  const expression = parsePattern(pattern);
  const partOf = ({ name }: Run): string | null => {
    const found = typeof expression === "string" ? null : expression.exec(name);
    return found === null ? null : found.slice(found.length > 1 ? 1 : 0).join(", ");
  };
  const label = messages.namePartTitle(pattern);
  const values = { kind: "match", valueOf: partOf, text: asText } as const;
  return runColumn(`match:${pattern}`, matchTitle(pattern, expression), label, values);
}

/** What an expression looks for: as its groups are named, where each is; else the expression. */
function matchTitle(pattern: string, expression: RegExp | string): string {
  // A choice of nothing matches nothing, and so tells of all groups.
  const all =
    typeof expression === "string" ? null : new RegExp(`${expression.source}|`, "iu").exec("");
  const names = Object.keys(all?.groups ?? {});
  return names.length > 0 && names.length + 1 === all?.length ? names.join(", ") : `/${pattern}/`;
}

const STAT_NAMES: Record<MetricStat, string> = {
  last: messages.lastValue,
  min: messages.minimum,
  max: messages.maximum,
  best: messages.bestValue,
  at: messages.valueAtStep,
};

/** What is best: `best (least)` says it, as far as the tag's name tells. */
export function statName(tag: string, stat: MetricStat): string {
  if (stat !== "best") return STAT_NAMES[stat];
  return isLowerBetter(tag) ? messages.bestMinimum : messages.bestMaximum;
}

export function metricColumn(tag: string, stat: MetricStat): RunColumn {
  const ascending = stat === "min" || isLowerBetter(tag);
  return {
    id: `metric:${tag}.${stat}`,
    kind: "metric",
    title: `${tag} ${stat}`,
    label: `${tag}, ${statName(tag, stat)}`,
    valueOf: ({ id }) => metricOf(id, tag, stat),
    text: asText,
    fullText: (value) => number(value, String),
    isDescending: !ascending,
    isNumeric: true,
  };
}

/** The tag and statistic of a metric: of `loss.min`, and of `loss`, which means its last value. */
export function splitMetric(text: string): { readonly tag: string; readonly stat: MetricStat } {
  const dot = text.lastIndexOf(".");
  const stat = METRIC_STATS.find((one) => one === text.slice(dot + 1));
  return stat === undefined || dot < 1
    ? { tag: text, stat: "last" }
    : { tag: text.slice(0, dot), stat };
}

/** The column of an id, whether or not any run has such values; undefined for what is no id. */
export function findColumn(id: string): RunColumn | undefined {
  if (id.startsWith("hparam:")) return hparamColumn(id.slice(7));
  if (id.startsWith("metric:")) {
    const { tag, stat } = splitMetric(id.slice(7));
    return metricColumn(tag, stat);
  }
  if (id.startsWith("match:")) return matchColumn(id.slice(6));
  return BY_ID.get(id);
}

/** Whether a column has values at the chosen step. */
export function isAtStep(id: string): boolean {
  return id.startsWith("metric:") && splitMetric(id.slice(7)).stat === "at";
}

/** The tag of a metric's column. */
export function tagOfColumn(id: string): string | undefined {
  return id.startsWith("metric:") ? splitMetric(id.slice(7)).tag : undefined;
}
