/**
 * Over the drawing: that nodes are grouped by prefixes of their names without a request, and the
 * button that shows them all. The key that groups those of a scope is here too, as both come late.
 */
import { Button } from "../../../ui/controls/button";
import { parentName } from "../scope/model";
import type { GraphSession } from "../session/graph-session";
import { useSession } from "../session/session-context";
import { useSessionShortcuts } from "../session/session-shortcuts";
import * as messages from "./messages";

export function PrefixNotice() {
  const session = useSession();
  const { extraction } = session.options;
  const run = (): void => togglePrefixes(session);
  useSessionShortcuts(
    [{ keys: "Shift+p", label: messages.groupScopeByPrefix, group: "graph", run }],
    session,
  );
  const count = prefixGroups(session).filter((name) => {
    return !extraction.requestsPrefixes(parentName(name));
  }).length;
  if (count === 0) return null;
  return (
    <div class="graph-hidden" role="status" data-covers>
      <span>{messages.prefixGroups(count)}</span>
      <Button look="quiet" onClick={() => extraction.setThreshold("prefixes", "none")}>
        {messages.ungroup}
      </Button>
    </div>
  );
}

/** The full names of the prefix groups in sight. */
function prefixGroups(session: GraphSession): string[] {
  const scopes = session.visible.value?.scopes ?? [];
  return scopes.flatMap(({ scope: { nodes } }) =>
    nodes.filter(({ kind }) => kind === "prefix_group").map(({ name }) => name),
  );
}

/** In the selected scope, or else around the selected node; without one at the top level. */
function togglePrefixes(session: GraphSession): void {
  const { extraction, selectedNode } = session.options;
  const node = session.findNode(selectedNode.peek());
  const isScope = node?.kind === "metanode";
  const scope = node === undefined ? "" : isScope ? node.name : parentName(node.name);
  const isGrouped = prefixGroups(session).some((name) => parentName(name) === scope);
  extraction.setPrefixes(scope, !isGrouped && !extraction.requestsPrefixes(scope));
}
