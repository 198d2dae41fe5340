/** The toolbar's buttons for choices: undo, redo, and the panel. */
import type { Signal } from "@preact/signals";
import { counted } from "../../../lib/format/number";
import { canRedo, canUndo, redo, undo } from "../../../state/address/undo";
import { IconButton } from "../../../ui/controls/button";

interface ChoiceToolsProps {
  readonly isPanelOpen: Signal<boolean>;
  /** How many choices find no node in the graph as it is. */
  readonly unmatched: number;
}

export function ChoiceTools({ isPanelOpen, unmatched }: ChoiceToolsProps) {
  const label = "Main and auxiliary graph";
  return (
    <>
      <IconButton
        icon="undo"
        label="Undo"
        shortcut="Ctrl+Z"
        disabled={!canUndo.value}
        onClick={undo}
      />
      <IconButton
        icon="redo"
        label="Redo"
        shortcut="Ctrl+Shift+Z"
        disabled={!canRedo.value}
        onClick={redo}
      />
      <IconButton
        icon="sliders"
        label={unmatched === 0 ? label : `${label}: ${counted(unmatched, "choice")} without a node`}
        pressed={isPanelOpen.value}
        onClick={() => {
          isPanelOpen.value = !isPanelOpen.value;
        }}
      />
    </>
  );
}
