/** The toolbar's buttons for choices: undo, redo, and the panel. */
import { IconButton } from "../../../ui/controls/button";
import * as lateMessages from "../late/messages";
import * as messages from "../messages";
import { useOptions } from "../session/session-context";

export interface ChoiceToolsProps {
  /** How many choices find no node in the graph as it is. */
  readonly unmatched: number;
}

export function UndoButtons({ unmatched }: ChoiceToolsProps) {
  const { history, panels } = useOptions();
  const label = messages.graphStructure;
  return (
    <>
      <IconButton
        icon="undo"
        label={messages.undo}
        shortcut="Ctrl+Z"
        disabled={!history.canUndo.value}
        onClick={() => history.undo()}
      />
      <IconButton
        icon="redo"
        label={messages.redo}
        shortcut="Ctrl+Shift+Z"
        disabled={!history.canRedo.value}
        onClick={() => history.redo()}
      />
      <IconButton
        icon="sliders"
        label={unmatched === 0 ? label : lateMessages.structureWithStale(label, unmatched)}
        pressed={panels.isExtractionOpen.value}
        onClick={() => {
          panels.isExtractionOpen.value = !panels.isExtractionOpen.value;
        }}
      />
    </>
  );
}
