import { runColour, runName } from "../../../state/runs/runs";

/** A run as every tab names it, in its colour. */
export function RunLabel({ run }: { readonly run: string }) {
  return (
    <span class="media-run" data-tooltip={runName(run)}>
      <span class="media-swatch" style={{ background: runColour(run) }} />
      <span class="media-run-name">{runName(run)}</span>
    </span>
  );
}
