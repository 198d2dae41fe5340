/** The rules of the main/auxiliary split: what each moves, in what order, and a form for more. */
import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { ChoiceCount } from "../../../api/types";
import { IconButton } from "../../../ui/controls/button";
import { printRule, type Rule } from "../options/extraction";
import { ACTIONS, countText, KINDS } from "../options/rule-text";
import { useOptions } from "../session/session-context";
import * as messages from "./messages";
import { followRuleCounts } from "./rule-counts";
import { RuleForm } from "./rule-form";

/** Rules in the panel at once; one for each of many nodes would make it slow. */
const MAX_SHOWN = 200;

export function RuleList({ graph }: { graph: string }) {
  const { extraction } = useOptions();
  const draft = useMemo(() => signal<Rule | undefined>(undefined), [graph]);
  const counts = useMemo(
    () => followRuleCounts(graph, extraction, draft),
    [graph, extraction, draft],
  );
  useEffect(() => counts.stop, [counts]);
  const all = extraction.rules();
  const countOf = (rule: Rule) => counts.byRule.value.get(printRule(rule));
  return (
    <>
      <p class="graph-panel-hint">{messages.lastRuleWins}</p>
      {counts.error.value !== "" && <p class="graph-panel-error">{counts.error.value}</p>}
      <ol class="graph-rule-list">
        {all.slice(0, MAX_SHOWN).map((rule, index) => (
          <RuleRow
            key={printRule(rule)}
            rule={rule}
            count={countOf(rule)}
            isFirst={index === 0}
            isLast={index === all.length - 1}
          />
        ))}
      </ol>
      {all.length > MAX_SHOWN && (
        <p class="graph-panel-hint">{messages.furtherRules(all.length - MAX_SHOWN)}</p>
      )}
      <RuleForm
        onDraft={(rule) => {
          draft.value = rule;
        }}
        countOf={countOf}
      />
    </>
  );
}

interface RuleRowProps {
  readonly rule: Rule;
  readonly count: ChoiceCount | undefined;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function RuleRow({ rule, count, isFirst, isLast }: RuleRowProps) {
  const { extraction } = useOptions();
  const { action, kind, what } = rule;
  const text = `${ACTIONS[action]} ${KINDS[kind]} ${what}`;
  return (
    <li class={count?.error ? "wrong" : ""}>
      <div class="graph-rule-text">
        <span>
          {ACTIONS[action]} {KINDS[kind]} <code>{what}</code>
        </span>
        <span class="graph-rule-count">{count === undefined ? "…" : countText(count)}</span>
      </div>
      <div class="graph-rule-tools">
        <IconButton
          icon="chevron-up"
          label={messages.moveUp(text)}
          disabled={isFirst}
          onClick={() => extraction.moveRule(rule, -1)}
        />
        <IconButton
          icon="chevron-down"
          label={messages.moveDown(text)}
          disabled={isLast}
          onClick={() => extraction.moveRule(rule, 1)}
        />
        <IconButton
          icon="close"
          label={messages.deleteRule(text)}
          onClick={() => extraction.removeRule(rule)}
        />
      </div>
    </li>
  );
}
