/** The progress of opening many scopes, and the outcome. */
import { Button, IconButton } from "../../../ui/controls/button";
import * as lateMessages from "../late/messages";
import * as messages from "../messages";
import type { LateExpander } from "../session/late-expander";

/** How far it is and what came of it, over the drawing, which stays usable. */
export interface ExpandProgressProps {
  readonly expander: LateExpander;
}

export function ExpandProgress({ expander: late }: ExpandProgressProps) {
  const expander = late.made.value;
  if (expander === null) return null;
  const plan = expander.progress.value;
  const outcome = expander.outcome.value;
  const text = plan === null ? outcome : lateMessages.expanding(plan.open.length, plan.visible);
  return (
    <div class={`graph-expand-progress ${text === "" ? "empty" : ""}`}>
      <span role="status">{text}</span>
      {plan !== null && (
        <Button look="quiet" onClick={() => expander.cancel()}>
          {messages.cancel}
        </Button>
      )}
      {plan === null && outcome !== "" && (
        <>
          {expander.isCut.value && (
            <Button look="quiet" onClick={() => expander.showAll()}>
              {messages.fitToView}
            </Button>
          )}
          <IconButton icon="close" label={messages.dismiss} onClick={() => expander.dismiss()} />
        </>
      )}
    </div>
  );
}
