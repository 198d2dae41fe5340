/** How many nodes each rule fits, asked again when the rules or the grouping change. */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { getChoices } from "../../../api/resources";
import type { ChoiceCount } from "../../../api/types";
import { type Extraction, parseRule, printRule, type Rule } from "../options/extraction";

/** How long the viewer types before the server is asked. */
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
  let asked = 0;
  const ask = async (choice: readonly string[], grouping: object): Promise<void> => {
    const turn = ++asked;
    try {
      const { choices } = await getChoices(graph, { ...grouping, choice });
      if (turn !== asked) return;
      byRule.value = new Map(choices.map((count) => [count.choice, count]));
      error.value = "";
    } catch (cause) {
      if (turn === asked) error.value = cause instanceof Error ? cause.message : String(cause);
    }
  };
  const stop = effect(() => {
    const written = extraction.rules().map(printRule);
    const making = draft.value && printRule(draft.value);
    const others = written.filter((text) => text !== making);
    const all =
      making === undefined || parseRule(making) === undefined ? written : [...others, making];
    const grouping = extraction.groupingQuery();
    const timer = setTimeout(() => void ask(all, grouping), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return { byRule, error, stop };
}
