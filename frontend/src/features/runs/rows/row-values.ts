/** What a row of several runs says in a column. */

import type { Run } from "../../../api/types";
import type { FilterValue } from "../../../lib/filter/match-filter";
import { BROWSER_LOCALE } from "../../../lib/format/locale";
import { valueText } from "../../../lib/format/number";
import { experimentValue } from "../../../state/runs/experiment-value";
import type { RunColumn } from "../../../state/runs/run-columns";
import * as messages from "../messages";

/** The numbers of several experiments: how they are distributed. */
export interface Band {
  readonly count: number;
  readonly mean: number;
  /** Of the sample; 0 for a single value. */
  readonly deviation: number;
  readonly min: number;
  readonly max: number;
}

/** Null without a finite number. */
export function bandOf(values: Iterable<FilterValue>): Band | null {
  const numbers = [...values].filter(
    (value) => typeof value === "number" && Number.isFinite(value),
  );
  const finite = numbers as number[];
  const count = finite.length;
  if (count === 0) return null;
  const mean = finite.reduce((sum, value) => sum + value / count, 0);
  const squares = finite.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : 0;
  const min = finite.reduce((least, value) => Math.min(least, value));
  const max = finite.reduce((greatest, value) => Math.max(greatest, value));
  return { count, mean, deviation, min, max };
}

export interface CellText {
  readonly text: string;
  /** Shown in less room or on hover only: the band of a group, the values of each run. */
  readonly more: string;
  readonly title: string;
}

const NOTHING: CellText = { text: "", more: "", title: "" };

/** `±` is the standard deviation; the range is that of all values. */
function bandText(band: Band): CellText {
  const [mean, deviation] = [valueText(band.mean), valueText(band.deviation)];
  const range = messages.range(band.min, band.max);
  if (band.count === 1) return { text: mean, more: "", title: messages.singleValue(mean) };
  return {
    text: mean,
    more: `± ${deviation}`,
    title: messages.bandTitle(mean, deviation, range, band.count),
  };
}

/** The cell of a row that stands for several experiments, each given by its runs. */
export function groupCell(experiments: readonly (readonly Run[])[], column: RunColumn): CellText {
  const values = experiments.map((runs) => experimentValue(runs, column)).filter((v) => v !== null);
  if (values.length === 0) return NOTHING;
  if (column.kind === "metric") {
    const band = bandOf(values);
    return band === null ? NOTHING : bandText(band);
  }
  if (column.kind === "run" && column.isNumeric) {
    const value = experimentValue(experiments.flat(), column);
    return { text: column.text(value), more: "", title: column.fullText(value) };
  }
  const texts = [...new Set(values.map(column.text))].filter((text) => text !== "");
  if (texts.length < 2) return { text: texts[0] ?? "", more: "", title: texts[0] ?? "" };
  return {
    text: "",
    more: messages.valueCount(texts.length),
    title: texts.slice(0, 20).join("\n"),
  };
}

/** The cell of an experiment or a run; `baseline` is what it is compared with. */
export function experimentCell(
  runs: readonly Run[],
  column: RunColumn,
  baseline: readonly Run[] | null,
  nameOf: (run: Run) => string,
): CellText {
  const value = experimentValue(runs, column);
  if (value === null) return NOTHING;
  const each = runs.filter((run) => column.valueOf(run) !== null);
  const all = each.map((run) => `${nameOf(run)}: ${column.fullText(column.valueOf(run))}`);
  const title =
    each.length > 1 && column.kind === "metric" ? all.join("\n") : column.fullText(value);
  const than = baseline === null ? null : experimentValue(baseline, column);
  const isComparable =
    column.kind === "metric" && typeof value === "number" && typeof than === "number";
  if (!isComparable) return { text: column.text(value), more: "", title };
  const change = value - than;
  const sign = change >= 0 ? "+" : "";
  const more = Number.isFinite(change) && change !== 0 ? `${sign}${valueText(change)}` : "";
  const versus = more === "" ? messages.noChange : messages.changeFromBaseline(more);
  return {
    text: column.text(value),
    more,
    title: `${title}\n${versus}`,
  };
}

/** Orders values: numbers by size, texts as people sort them; what is absent or NaN stands last. */
export function compareValues(one: FilterValue, other: FilterValue, isDescending: boolean): number {
  const absent = (value: FilterValue) => value === null || Number.isNaN(value) || value === "";
  if (absent(one) || absent(other)) return Number(absent(one)) - Number(absent(other));
  const sign = isDescending ? -1 : 1;
  if (typeof one === "number" && typeof other === "number") return sign * (one - other);
  return sign * COLLATOR.compare(String(one), String(other));
}

const COLLATOR = new Intl.Collator(BROWSER_LOCALE, { numeric: true, sensitivity: "base" });
