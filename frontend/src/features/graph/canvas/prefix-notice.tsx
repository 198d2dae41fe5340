/**
 * Above the drawing, where it covers nothing: that nodes are grouped by prefixes of their names, by
 * inferred blocks or by what connects them without a request, and the button that shows them all. The key that groups
 * those of a scope is here too, as both come late.
 */
import { Button } from "../../../ui/controls/button";
import { parentName, type ScopeNode } from "../scope/model";
import type { GraphSession } from "../session/graph-session";
import { useSession } from "../session/session-context";
import { useSessionShortcuts } from "../session/session-shortcuts";
import * as messages from "./messages";
import "./prefix-notice.css";

export function PrefixNotice() {
  const session = useSession();
  const { extraction } = session.options;
  const run = (): void => togglePrefixes(session);
  useSessionShortcuts(
    [{ keys: "Shift+p", label: messages.groupScopeByPrefix, group: "graph", run }],
    session,
  );
  const byPrefix = groups(session, "prefix_group").filter((name) => {
    return !extraction.requestsPrefixes(parentName(name));
  }).length;
  const byFlow = groups(session, "flow_group").length;
  const blocks = groups(session, "block").length;
  const count = byPrefix + byFlow + blocks;
  if (count === 0) return null;
  return (
    <div class="graph-grouped" role="status">
      <span>
        <span class="graph-grouped-by">
          {messages.groupedBy(byPrefix > 0, byFlow > 0, blocks > 0)}{" "}
        </span>
        {messages.groupCount(count)}
      </span>
      <Button look="quiet" onClick={() => extraction.setThreshold("prefixes", "none")}>
        {messages.ungroup}
      </Button>
    </div>
  );
}

/** The full names of the groups of a kind in sight. */
function groups(session: GraphSession, wanted: ScopeNode["kind"]): string[] {
  const scopes = session.visible.value?.scopes ?? [];
  return scopes.flatMap(({ scope: { nodes } }) =>
    nodes.filter(({ kind }) => kind === wanted).map(({ name }) => name),
  );
}

/** In the selected scope, or else around the selected node; without one at the top level. */
function togglePrefixes(session: GraphSession): void {
  const { extraction, selectedNode } = session.options;
  const node = session.findNode(selectedNode.peek());
  const isScope = node?.kind === "metanode";
  const scope = node === undefined ? "" : isScope ? node.name : parentName(node.name);
  const isGrouped = groups(session, "prefix_group").some((name) => parentName(name) === scope);
  extraction.setPrefixes(scope, !isGrouped && !extraction.requestsPrefixes(scope));
}
