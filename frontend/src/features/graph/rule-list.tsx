/** The rules of the main/auxiliary split: what each moves, in what order, and a form for more. */
import { signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { ChoiceCount } from "../../api/types";
import { counted } from "../../lib/number-text";
import { Button, IconButton } from "../../ui/button";
import { followRuleCounts } from "./rule-counts";
import {
  type Action,
  addRule,
  moveRule,
  printRule,
  type Rule,
  type RuleKind,
  removeRule,
  rules,
} from "./split-choices";

const ACTIONS: Readonly<Record<Action, string>> = {
  exclude: "Remove",
  include: "Keep",
};
const KINDS: Readonly<Record<RuleKind, string>> = {
  op: "ops of type",
  regex: "names that match",
  scope: "what is in scope",
  name: "the node",
};
const EXAMPLES: Readonly<Record<RuleKind, string>> = {
  op: "NoOp",
  regex: "^save/",
  scope: "train/gradients",
  name: "train/init",
};
/** Rules in the panel at once; one for each of many nodes would make it slow. */
const MOST_SHOWN = 200;

export function RuleList({ graph }: { graph: string }) {
  const draft = useMemo(() => signal<Rule | undefined>(undefined), [graph]);
  const counts = useMemo(() => followRuleCounts(graph, draft), [graph, draft]);
  useEffect(() => counts.stop, [counts]);
  const all = rules();
  const countOf = (rule: Rule) => counts.byRule.value.get(printRule(rule));
  return (
    <>
      <p class="panel-hint">Of the rules that fit a node the last one decides.</p>
      {counts.error.value !== "" && <p class="panel-error">{counts.error.value}</p>}
      <ol class="rule-list">
        {all.slice(0, MOST_SHOWN).map((rule, index) => (
          <RuleRow
            key={printRule(rule)}
            rule={rule}
            count={countOf(rule)}
            isFirst={index === 0}
            isLast={index === all.length - 1}
          />
        ))}
      </ol>
      {all.length > MOST_SHOWN && (
        <p class="panel-hint">and {counted(all.length - MOST_SHOWN, "further rule")}</p>
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
  const { action, kind, what } = rule;
  const text = `${ACTIONS[action]} ${KINDS[kind]} ${what}`;
  return (
    <li class={count?.error ? "wrong" : ""}>
      <div class="rule-text">
        <span>
          {ACTIONS[action]} {KINDS[kind]} <code>{what}</code>
        </span>
        <span class="rule-count">{count === undefined ? "…" : countText(count)}</span>
      </div>
      <div class="rule-tools">
        <IconButton
          icon="chevron-up"
          label={`Earlier: ${text}`}
          disabled={isFirst}
          onClick={() => moveRule(rule, -1)}
        />
        <IconButton
          icon="chevron-down"
          label={`Later: ${text}`}
          disabled={isLast}
          onClick={() => moveRule(rule, 1)}
        />
        <IconButton icon="close" label={`Forget: ${text}`} onClick={() => removeRule(rule)} />
      </div>
    </li>
  );
}

/** `12 nodes`, `3 of 12 nodes` where later rules have a say in the others, or what is wrong. */
export function countText({ fits, decides, error }: Omit<ChoiceCount, "choice">): string {
  if (error !== null) return error;
  if (fits === 0) return "no node";
  return fits === decides ? counted(fits, "node") : `${decides} of ${counted(fits, "node")}`;
}

interface RuleFormProps {
  readonly onDraft: (rule: Rule | undefined) => void;
  readonly countOf: (rule: Rule) => ChoiceCount | undefined;
}

function RuleForm({ onDraft, countOf }: RuleFormProps) {
  const action = useSignal<Action>("exclude");
  const kind = useSignal<RuleKind>("op");
  const what = useSignal("");
  const rule = useComputed<Rule | undefined>(() => {
    if (what.value === "") return undefined;
    return { action: action.value, kind: kind.value, what: what.value };
  });
  useEffect(() => onDraft(rule.value), [rule.value]);
  const count = rule.value && countOf(rule.value);
  const isWrong = count !== undefined && count.error !== null;
  const add = (): void => {
    // A pattern that is wrong would leave the whole graph without an answer.
    if (rule.value === undefined || count === undefined || isWrong) return;
    addRule(rule.value);
    what.value = "";
  };
  return (
    <form
      class="rule-form"
      onSubmit={(submit) => {
        submit.preventDefault();
        add();
      }}
    >
      <select
        aria-label="What to do"
        value={action.value}
        onChange={(change) => {
          action.value = change.currentTarget.value as Action;
        }}
      >
        <option value="exclude">Remove from main graph</option>
        <option value="include">Keep in main graph</option>
      </select>
      <select
        aria-label="Which nodes"
        value={kind.value}
        onChange={(change) => {
          kind.value = change.currentTarget.value as RuleKind;
        }}
      >
        {(Object.keys(KINDS) as RuleKind[]).map((each) => (
          <option key={each} value={each}>
            {KINDS[each]}
          </option>
        ))}
      </select>
      <input
        aria-label="Type, pattern or name"
        aria-invalid={isWrong}
        class={isWrong ? "wrong" : ""}
        placeholder={EXAMPLES[kind.value]}
        spellcheck={false}
        value={what.value}
        onInput={(input) => {
          what.value = input.currentTarget.value;
        }}
      />
      {rule.value !== undefined && (
        <p class={isWrong ? "panel-error" : "panel-hint"} role="status">
          {count === undefined ? "counting…" : countText(count)}
        </p>
      )}
      <Button onClick={add} disabled={rule.value === undefined || count === undefined || isWrong}>
        Add rule
      </Button>
    </form>
  );
}
