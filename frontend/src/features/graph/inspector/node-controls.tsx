/** The part of the info card in which the viewer decides what becomes of a node. */

import { PaintChoice } from "../node-menu/colour-picker";
import { reasonText } from "../options/extraction-reason-text";
import type { Scope, ScopeNode } from "../scope/model";
import type { GraphView } from "../session/graph-session";
import { nodeActions } from "../session/node-actions";
import { NodeNote } from "./note-editor";
import "./node-controls.css";

const COLUMNS = { in_extract: "in-extracts", out_extract: "out-extracts" } as const;

interface NodeChoicesProps {
  readonly view: GraphView;
  readonly node: ScopeNode;
  readonly scope: Scope;
}

export function NodeChoices({ view, node, scope }: NodeChoicesProps) {
  const actions = nodeActions({ view, node, scope }, "card").flatMap((group) => group.actions);
  return (
    <section class="node-choices">
      {node.role !== "main" && node.reason && (
        <p class="node-role">
          Beside the main graph, among the {COLUMNS[node.role]}: {reasonText(node.reason)}.
        </p>
      )}
      <div class="node-actions">
        {actions.map(({ label, run }) => (
          <button key={label} type="button" class="button plain" onClick={run}>
            {label}
          </button>
        ))}
      </div>
      <PaintChoice name={node.name} isInMenu={false} />
      <NodeNote key={node.name} name={node.name} />
    </section>
  );
}
