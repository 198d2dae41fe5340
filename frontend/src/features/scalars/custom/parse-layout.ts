/** Charts of several tags: as runs laid them out, or as viewers did. */
import type { MarginTags } from "../options/card-spec";

export interface ChartPlan {
  readonly title: string;
  /** Regular expressions that tags begin with. */
  readonly patterns: readonly string[];
  readonly margins: readonly MarginTags[];
}

/** A chart that a viewer made. */
export interface OwnChart extends ChartPlan {
  readonly id: string;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function parseMargin(value: unknown): MarginTags[] {
  const { value: line, lower, upper } = (value ?? {}) as Record<string, unknown>;
  const isMargin = [line, lower, upper].every((tag) => typeof tag === "string");
  return isMargin ? [{ value: String(line), lower: String(lower), upper: String(upper) }] : [];
}

function parseChart(value: unknown): OwnChart[] {
  const { id, title, patterns, margins } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== "string" || typeof title !== "string") return [];
  const parsed = Array.isArray(margins) ? margins.flatMap(parseMargin) : [];
  return [{ id, title, patterns: texts(patterns), margins: parsed }];
}

export interface OwnCharts extends Readonly<Record<string, unknown>> {
  readonly charts: readonly OwnChart[];
}

/** Parses a saved value of any kind; invalid charts are left out. */
export function parseCharts(value: unknown): OwnCharts | undefined {
  const { charts } = (value ?? {}) as Record<string, unknown>;
  return Array.isArray(charts) ? { charts: charts.flatMap(parseChart) } : undefined;
}

/** What two viewers came to who began from the same: each one's changes, ours where both did. */
export function mergeCharts(
  base: OwnCharts | undefined,
  ours: OwnCharts,
  theirs: OwnCharts,
): OwnCharts {
  const known = new Map(base?.charts.map((chart) => [chart.id, JSON.stringify(chart)]));
  const isChanged = (chart: OwnChart) => known.get(chart.id) !== JSON.stringify(chart);
  const ourById = new Map(ours.charts.map((chart) => [chart.id, chart]));
  const theirIds = new Set(theirs.charts.map(({ id }) => id));
  const remaining = theirs.charts.flatMap((chart) => {
    const own = ourById.get(chart.id);
    if (own !== undefined) return isChanged(own) ? own : chart;
    // We have deleted it, unless it is new or was changed meanwhile.
    return isChanged(chart) ? chart : [];
  });
  const added = ours.charts.filter((chart) => !theirIds.has(chart.id) && isChanged(chart));
  return { charts: [...remaining, ...added] };
}
