/** The toolbar's buttons for choices: undo, redo, and the panel. */
import type { Signal } from "@preact/signals";
import { counted } from "../../lib/number-text";
import { type Shortcut, useShortcuts } from "../../state/shortcuts";
import { IconButton } from "../../ui/button";
import type { ChoiceHistory } from "./choice-history";

interface ChoiceToolsProps {
  readonly history: ChoiceHistory;
  readonly isPanelOpen: Signal<boolean>;
  /** How many choices find no node in the graph as it is. */
  readonly unmatched: number;
}

export function ChoiceTools({ history, isPanelOpen, unmatched }: ChoiceToolsProps) {
  useShortcuts(shortcuts(history));
  const label = "Main and auxiliary graph";
  return (
    <>
      <IconButton
        icon="undo"
        label="Undo"
        shortcut="Ctrl+Z"
        disabled={!history.canUndo.value}
        onClick={() => history.undo()}
      />
      <IconButton
        icon="redo"
        label="Redo"
        shortcut="Ctrl+Shift+Z"
        disabled={!history.canRedo.value}
        onClick={() => history.redo()}
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

function shortcuts(history: ChoiceHistory): Shortcut[] {
  const group = "Graph";
  return [
    { keys: "Ctrl+z", label: "Undo the last choice", group, run: () => history.undo() },
    { keys: "Ctrl+Shift+z", label: "Redo it", group, run: () => history.redo() },
  ];
}
