/** How many nodes each rule matches, requested again when the rules or the grouping change. */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { getChoices } from "../../../api/resources";
import type { ChoiceCount } from "../../../api/types";
import { type Extraction, parseRule, printRule, type Rule } from "../options/extraction";

/** The pause in typing before a request. */
const PAUSE_MS = 250;

export interface RuleCounts {
  /** By the rule as written; empty until the first answer. */
  readonly byRule: ReadonlySignal<ReadonlyMap<string, ChoiceCount>>;
  /** A sentence when they cannot be had. */
  readonly error: ReadonlySignal<string>;
  readonly stop: () => void;
}

/** `draft` is a rule in the making, counted as if it were the last. */
export function followRuleCounts(
  graph: string,
  extraction: Extraction,
  draft: ReadonlySignal<Rule | undefined>,
): RuleCounts {
  const byRule = signal<ReadonlyMap<string, ChoiceCount>>(new Map());
  const error = signal("");
  let requests = 0;
  const request = async (choice: readonly string[], grouping: object): Promise<void> => {
    const turn = ++requests;
    try {
      const { choices } = await getChoices(graph, { ...grouping, choice });
      if (turn !== requests) return;
      byRule.value = new Map(choices.map((count) => [count.choice, count]));
      error.value = "";
    } catch (cause) {
      if (turn === requests) error.value = cause instanceof Error ? cause.message : String(cause);
    }
  };
  const stop = effect(() => {
    const written = extraction.rules().map(printRule);
    const drafted = draft.value && printRule(draft.value);
    const others = written.filter((text) => text !== drafted);
    const all =
      drafted === undefined || parseRule(drafted) === undefined ? written : [...others, drafted];
    const grouping = extraction.groupingQuery();
    const timer = setTimeout(() => void request(all, grouping), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return { byRule, error, stop };
}
