/** The keys for a run outside its row: for the card or row of any tab that stands for one run. */
import type { Run } from "../../../api/types";
import { runById, setBaseline } from "../../../state/runs/runs";
import { focusedNavigable } from "../../../state/shell/list-navigation";
import { useShortcuts } from "../../../state/shell/shortcuts";
import * as messages from "../messages";
import { solo, toggle } from "../rows/run-visibility";

const GROUP = "focusedRun";

/** Does it with the run of the card or row in focus; rows of the run table take their keys first. */
function withRun(act: (run: Run) => void): () => boolean {
  return () => {
    const run = runById.peek().get(focusedNavigable()?.dataset.ofRun ?? "");
    if (run !== undefined) act(run);
    return run !== undefined;
  };
}

export function useRunKeys(): void {
  useShortcuts([
    {
      keys: "Space",
      label: messages.toggleVisibility,
      group: GROUP,
      run: withRun((run) => toggle([run])),
    },
    {
      keys: "o",
      label: messages.toggleSolo,
      group: GROUP,
      run: withRun((run) => solo([run])),
    },
    {
      keys: "b",
      label: messages.toggleBaseline,
      group: GROUP,
      run: withRun(({ name }) => setBaseline(name)),
    },
  ]);
}
