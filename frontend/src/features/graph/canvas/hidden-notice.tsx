/** Over the drawing: what is hidden, how much of it, and the button that shows it again. */
import { Button } from "../../../ui/controls/button";
import * as graphMessages from "../late/messages";
import * as messages from "../messages";
import { isHiddenKind, kindText } from "../options/hidden-kinds";
import { useSession } from "../session/session-context";
import type { HiddenCounts } from "../visible/hide-kinds";
import * as lateMessages from "./messages";

export function HiddenNotice() {
  const { hidden, options } = useSession();
  const { hiddenKinds } = options;
  const kinds = hiddenKinds.kinds.value.filter(isHiddenKind);
  if (kinds.length === 0) return null;
  return (
    <div class="graph-hidden" role="status" data-covers>
      <span>{hiddenText(hidden.value)}</span>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          class="hidden-kind"
          data-tooltip={lateMessages.showKind(kindText(kind))}
          aria-label={lateMessages.showKind(kindText(kind))}
          onClick={() => hiddenKinds.set(kind, false)}
        >
          {kindText(kind)} ×
        </button>
      ))}
      {kinds.length > 1 && (
        <Button look="quiet" onClick={() => hiddenKinds.showAll()}>
          {messages.showAll}
        </Button>
      )}
    </div>
  );
}

/** `12 nodes and 3 edges hidden`; of open scopes, for of closed ones nothing is drawn anyway. */
export function hiddenText({ nodes, annotations, edges }: HiddenCounts): string {
  const parts = [
    nodes > 0 ? graphMessages.nodeCount(nodes) : "",
    annotations > 0 ? lateMessages.annotationCount(annotations) : "",
    edges > 0 ? lateMessages.controlEdgeCount(edges) : "",
  ].filter(Boolean);
  if (parts.length === 0) return messages.noHiddenNodes;
  return lateMessages.hiddenParts(parts);
}
