import { runLabel } from "../../../state/runs/run-labels";
import { RunLabel as Label } from "../../../ui/controls/run-label";

/** A run as every tab names it, in its colour. */
export function RunLabel({ run }: { readonly run: string }) {
  return (
    <span class="media-run">
      <Label {...runLabel(run)} />
    </span>
  );
}
