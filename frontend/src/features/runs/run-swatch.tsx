import type { Run } from "../../api/types";
import { runColour } from "../../state/runs";
import { toggle } from "./view";

/** A run's checkbox in its colour: filled when the run is shown. */
export function RunSwatch({ run, shown }: { run: Run; shown: boolean }) {
  return (
    <label class="run-swatch" title={run.name} style={{ "--run-colour": runColour(run.id) }}>
      <input
        type="checkbox"
        checked={shown}
        aria-label={`Show ${run.name}`}
        onChange={() => toggle(run.name)}
      />
    </label>
  );
}
