/** What is not drawn, or not any more, and what can be done; loaded when that happens. */
import { Button } from "../../../ui/controls/button";
import * as graphMessages from "../late/messages";
import * as messages from "../messages";
import { MAX_DRAWN } from "../session/scene-builder";
import { useSession } from "../session/session-context";
import * as lateMessages from "./messages";

interface HeldBackProps {
  readonly nodes: number;
  readonly isTooMany: boolean;
}

/** What is not drawn, or not any more, and what can be done. */
export function HeldBack({ nodes, isTooMany }: HeldBackProps) {
  const session = useSession();
  const { opened } = session.expansion;
  const hasScene = session.scene.value !== null;
  const size = graphMessages.nodeCount(nodes);
  const why = isTooMany
    ? lateMessages.tooManyNodes(size, MAX_DRAWN)
    : nodes > 0
      ? lateMessages.layoutCancelled(size)
      : messages.loadingCancelled;
  return (
    <div class="graph-held-back" role="alert">
      <p>{why}</p>
      {isTooMany && !hasScene && <p>{messages.searchCoversAll}</p>}
      <Button onClick={() => session.forceLayout()}>{messages.layOutAnyway}</Button>
      {(hasScene || opened.value.length > 0) && (
        <Button onClick={() => session.cancelLayout()}>
          {hasScene ? messages.keepCurrentView : messages.collapseAllScopes}
        </Button>
      )}
    </div>
  );
}
