/** Charts that are laid out, as cards in sections. */
import type { Layouts, PatternMatches, Tag } from "../../../api/types";
import * as messages from "../messages";
import type { CardSpec, LaidOut } from "../options/card-spec";
import { MAX_TAGS } from "../options/combined-charts";
import type { Section } from "../options/sections";
import type { ChartPlan, OwnChart } from "./parse-layout";

interface Found {
  /** The tags that the patterns of a chart stand for. */
  readonly tags: readonly string[];
  /** What is wrong with a pattern. */
  readonly error: string | null;
}

function noteOf({ patterns }: ChartPlan, found: Found, tags: readonly Tag[]): string | null {
  if (found.error !== null) return found.error;
  if (tags.length > 0) return null;
  return patterns.length === 0 ? messages.noTagOfChart : messages.noTagMatches(patterns.join(", "));
}

/** `change` is null for a chart that the log laid out. */
function cardOf(
  id: string,
  plan: ChartPlan,
  found: Found,
  all: ReadonlyMap<string, Tag>,
  change: LaidOut["change"],
): CardSpec {
  const banded = plan.margins.flatMap(({ value, lower, upper }) => [value, lower, upper]);
  const names = [...new Set([...found.tags, ...banded])].slice(0, MAX_TAGS);
  const tags = names.flatMap((name) => all.get(name) ?? []);
  const title = plan.title || plan.patterns.join(", ") || messages.untitled;
  const laidOut = { margins: plan.margins, note: noteOf(plan, found, tags), change };
  const description = plan.patterns.join("\n");
  return { id, title, name: title, description, tags, combined: null, laidOut };
}

/** The charts that runs laid out, by their headings. */
export function loggedSections(
  { categories }: Layouts,
  all: ReadonlyMap<string, Tag>,
): readonly Section[] {
  return categories.map(({ title, charts, closed }) => {
    const key = `/layout/${title}`;
    const cards = charts.map((chart, at) => cardOf(`${key}/${at}`, chart, chart, all, null));
    return { key, title: title || messages.untitled, cards, isClosed: closed };
  });
}

/** What can be done with the charts that viewers made. */
export interface Changes {
  readonly edit: (chart: OwnChart) => void;
  readonly remove: (id: string) => void;
}

/** The charts that viewers made; `matches` tells what their patterns stand for. */
export function ownSection(
  charts: readonly OwnChart[],
  matches: PatternMatches | null,
  all: ReadonlyMap<string, Tag>,
  { edit, remove }: Changes,
): Section {
  const byPattern = new Map(matches?.patterns.map((one) => [one.pattern, one]));
  const cards = charts.map((chart) => {
    const own = chart.patterns.flatMap((pattern) => byPattern.get(pattern) ?? []);
    const error = own.find((one) => one.error !== null)?.error ?? null;
    const found = { tags: own.flatMap(({ tags }) => tags), error };
    const change = { edit: () => edit(chart), remove: () => remove(chart.id) };
    return cardOf(`/own/${chart.id}`, chart, found, all, change);
  });
  return { key: "/own", title: messages.customCharts, cards };
}
