/** The part of the info card in which the viewer decides what becomes of a node. */

import { ColourPicker } from "../node-menu/colour-picker";
import { reasonText } from "../options/extraction-reason-text";
import type { Scope, ScopeNode } from "../scope/model";
import { nodeActions } from "../session/node-actions";
import { useSession } from "../session/session-context";
import * as messages from "./messages";
import { NoteEditor } from "./note-editor";
import "./node-controls.css";

interface NodeChoicesProps {
  readonly node: ScopeNode;
  readonly scope: Scope;
}

export function NodeControls({ node, scope }: NodeChoicesProps) {
  const session = useSession();
  const actions = nodeActions({ session, node, scope }, "card").flatMap((group) => group.actions);
  return (
    <section class="graph-node-controls">
      {node.role !== "main" && node.reason && (
        <p class="graph-node-role">{messages.auxiliaryRole(reasonText(node.reason))}</p>
      )}
      <div class="graph-node-actions">
        {actions.map(({ label, run }) => (
          <button key={label} type="button" class="ui-button plain" onClick={run}>
            {label}
          </button>
        ))}
      </div>
      <ColourPicker name={node.name} isInMenu={false} />
      <NoteEditor key={node.name} name={node.name} />
    </section>
  );
}
