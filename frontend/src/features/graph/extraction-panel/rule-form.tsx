/** A form for one more rule: it tells what the rule would move before it is in force. */
import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ChoiceCount } from "../../../api/types";
import { Button } from "../../../ui/controls/button";
import type { Action, Rule, RuleKind } from "../options/extraction";
import { countText, EXAMPLES, KINDS } from "../options/rule-text";
import { useOptions } from "../session/session-context";
import * as messages from "./messages";

interface RuleFormProps {
  readonly onDraft: (rule: Rule | undefined) => void;
  readonly countOf: (rule: Rule) => ChoiceCount | undefined;
}

export function RuleForm({ onDraft, countOf }: RuleFormProps) {
  const { extraction } = useOptions();
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
    extraction.addRule(rule.value);
    what.value = "";
  };
  return (
    <form
      class="graph-rule-form"
      onSubmit={(submit) => {
        submit.preventDefault();
        add();
      }}
    >
      <Choice label={messages.action} words={ACTION_WORDS} chosen={action} />
      <Choice label={messages.matchBy} words={KINDS} chosen={kind} />
      <input
        aria-label={messages.typePatternOrName}
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
        <p class={isWrong ? "graph-panel-error" : "graph-panel-hint"} role="status">
          {count === undefined ? messages.counting : countText(count)}
        </p>
      )}
      <Button onClick={add} disabled={count === undefined || isWrong}>
        {messages.addRule}
      </Button>
    </form>
  );
}

const ACTION_WORDS: Readonly<Record<Action, string>> = {
  exclude: messages.removeFromMainGraph,
  include: messages.keepInMainGraph,
};

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly words: Readonly<Record<T, string>>;
  readonly chosen: { value: T };
}

function Choice<T extends string>({ label, words, chosen }: ChoiceProps<T>) {
  return (
    <select
      aria-label={label}
      value={chosen.value}
      onChange={(change) => {
        chosen.value = change.currentTarget.value as T;
      }}
    >
      {(Object.keys(words) as T[]).map((each) => (
        <option key={each} value={each}>
          {words[each]}
        </option>
      ))}
    </select>
  );
}
