/** Over the drawing: what is hidden, how much of it there is, and the way back. */
import { counted } from "../../../lib/format/number";
import { Button } from "../../../ui/controls/button";
import { isHiddenKind, kindText } from "../options/hidden-kinds";
import { useSession } from "../session/session-context";
import type { HiddenCounts } from "../visible/hide-kinds";

export function HiddenNotice() {
  const { hidden, options } = useSession();
  const { hiddenKinds } = options;
  const kinds = hiddenKinds.kinds.value.filter(isHiddenKind);
  if (kinds.length === 0) return null;
  return (
    <div class="graph-hidden" role="status">
      <span>{hiddenText(hidden.value)}</span>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          class="hidden-kind"
          data-tooltip={`Show ${kindText(kind)}`}
          aria-label={`Show ${kindText(kind)}`}
          onClick={() => hiddenKinds.set(kind, false)}
        >
          {kindText(kind)} ×
        </button>
      ))}
      {kinds.length > 1 && (
        <Button look="quiet" onClick={() => hiddenKinds.showAll()}>
          Show all
        </Button>
      )}
    </div>
  );
}

/** `12 nodes and 3 edges hidden`; of open scopes, for of closed ones nothing is drawn anyway. */
export function hiddenText({ nodes, annotations, edges }: HiddenCounts): string {
  const parts = [
    nodes > 0 ? counted(nodes, "node") : "",
    annotations > 0 ? counted(annotations, "annotation") : "",
    edges > 0 ? counted(edges, "control edge") : "",
  ].filter(Boolean);
  if (parts.length === 0) return "nothing in the open scopes is hidden";
  const last = parts.pop() ?? "";
  return `${parts.length > 0 ? `${parts.join(", ")} and ` : ""}${last} hidden`;
}
