/** The hidden kinds, in the panel. */
import { useSignal } from "@preact/signals";
import { Button } from "../../../ui/controls/button";
import { Checkbox } from "../../../ui/controls/checkbox";
import { type HiddenKind, isHiddenKind, kindText, opKind } from "../options/hidden-kinds";
import { useOptions } from "../session/session-context";
import * as messages from "./messages";

const PLAIN: readonly HiddenKind[] = ["constants", "summaries", "control"];

export function HiddenKindsList() {
  const { hiddenKinds } = useOptions();
  const hidden = hiddenKinds.kinds.value;
  const op = useSignal("");
  const ops = hidden.filter(isHiddenKind).filter((kind) => !PLAIN.includes(kind));
  const add = (): void => {
    if (op.value.trim() !== "") hiddenKinds.set(opKind(op.value.trim()), true);
    op.value = "";
  };
  return (
    <div class="graph-hidden-list">
      {[...PLAIN, ...ops].map((kind) => (
        <Checkbox
          key={kind}
          label={kindText(kind)}
          checked={hidden.includes(kind)}
          onChange={(checked) => hiddenKinds.set(kind, checked)}
        />
      ))}
      <form
        class="graph-panel-line"
        onSubmit={(submit) => {
          submit.preventDefault();
          add();
        }}
      >
        <input
          aria-label={messages.opTypeToHide}
          placeholder={messages.opTypeSuchAsConst}
          spellcheck={false}
          value={op.value}
          onInput={(input) => {
            op.value = input.currentTarget.value;
          }}
        />
        <Button onClick={add} disabled={op.value.trim() === ""}>
          {messages.hide}
        </Button>
      </form>
    </div>
  );
}
