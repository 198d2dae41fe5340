/** The part of the info card in which the viewer decides what becomes of a node: a row of icons. */
import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { Toolbar } from "../../../ui/controls/toolbar";
import { MenuButton, MenuItem } from "../../../ui/popover/menu-button";
import * as graphMessages from "../messages";
import { ColourPicker } from "../node-menu/colour-picker";
import { reasonText } from "../options/extraction-reason-text";
import type { Scope, ScopeNode } from "../scope/model";
import { type ActionId, nodeActions } from "../session/node-actions";
import { useSession } from "../session/session-context";
import { ActionButton } from "./action-icon";
import * as messages from "./messages";
import { NoteEditor } from "./note-editor";
import "./node-controls.css";

/** What has an icon; the rest is in the menu at the end of the row. */
const IN_ROW: ReadonlySet<ActionId> = new Set([
  "expand",
  "collapse",
  "inputs",
  "outputs",
  "leave",
  "join",
  "name",
  "link",
]);

interface NodeChoicesProps {
  readonly node: ScopeNode;
  readonly scope: Scope;
}

export function NodeControls({ node, scope }: NodeChoicesProps) {
  return (
    <section class="graph-node-controls">
      {node.role !== "main" && node.reason && (
        <p class="graph-node-role">{messages.auxiliaryRole(reasonText(node.reason))}</p>
      )}
      <Actions key={node.name} node={node} scope={scope} />
    </section>
  );
}

function Actions({ node, scope }: NodeChoicesProps) {
  const session = useSession();
  const { noteRequest, options } = session;
  const id = useId();
  const isColourOpen = useSignal(false);
  const hasNote = options.marks.notes.value.has(node.name);
  const isNoteWanted = useSignal(hasNote);
  const isRequested = noteRequest.value === node.name;
  useEffect(() => {
    if (isRequested || hasNote) isNoteWanted.value = true;
  }, [isRequested, hasNote]);
  const isNoteOpen = isNoteWanted.value || isRequested;
  const actions = nodeActions({ session, node, scope }, "card").flatMap((group) => group.actions);
  return (
    <>
      <Toolbar class="graph-node-actions" label={messages.actions}>
        {actions
          .filter((action) => IN_ROW.has(action.id))
          .map(({ id: action, label, run, shortcut }) => (
            <ActionButton
              key={action}
              icon={action}
              label={label}
              shortcut={shortcut}
              onClick={run}
            />
          ))}
        <ActionButton
          icon="colour"
          label={messages.colour}
          shows={{ isOpen: isColourOpen.value, id: `${id}-colour` }}
          onClick={() => {
            isColourOpen.value = !isColourOpen.value;
          }}
        />
        <ActionButton
          icon="note"
          label={hasNote ? graphMessages.editNote : graphMessages.addNote}
          shows={{ isOpen: isNoteOpen, id: `${id}-note` }}
          onClick={() => {
            isNoteWanted.value = !isNoteOpen;
            noteRequest.value = isNoteOpen ? "" : node.name;
          }}
        />
        <MenuButton icon="more" label={messages.moreActions} isCompact={true}>
          {actions
            .filter((action) => !IN_ROW.has(action.id))
            .map(({ label, run, shortcut }) => (
              <MenuItem key={label} onChoose={run} {...(shortcut ? { shortcut } : {})}>
                {label}
              </MenuItem>
            ))}
        </MenuButton>
      </Toolbar>
      {isColourOpen.value && (
        <div id={`${id}-colour`}>
          <ColourPicker name={node.name} isInMenu={false} />
        </div>
      )}
      {isNoteOpen && (
        <div id={`${id}-note`}>
          <NoteEditor key={node.name} name={node.name} />
        </div>
      )}
    </>
  );
}
