import type { Run } from "../../../api/types";
import { experimentOf, runColour, runDash, runName, shownNames } from "../../../state/runs/runs";
import { LineSwatch } from "../../../ui/controls/line-swatch";
import * as messages from "../messages";
import { shownPart, toggle } from "../rows/run-visibility";

interface RowSwatchProps {
  readonly runs: readonly Run[];
  readonly label: string;
  /** The run whose colour it has; null for none, as rows of a directory have none of their own. */
  readonly lead?: string | null | undefined;
  /** Whether the Tab key stops at it; in a row of the table, arrows lead to it. */
  readonly isTabStop?: boolean;
}

/** A row's checkbox in its colour: filled when its runs are shown, half when some are. */
export function RowSwatch({ runs, label, lead, isTabStop = false }: RowSwatchProps) {
  const coloured = lead === undefined ? runs[0]?.id : lead;
  const colour = coloured == null ? "var(--text-soft)" : runColour(coloured);
  const part = shownPart(runs);
  return (
    <label class="run-swatch" style={{ "--run-colour": colour }}>
      <input
        type="checkbox"
        tabIndex={isTabStop ? 0 : -1}
        checked={part === "all"}
        indeterminate={part === "some"}
        aria-label={messages.showRun(label)}
        onChange={() => toggle(runs)}
      />
    </label>
  );
}

/** What a run of an experiment logs, in a word. */
export function phaseName({ name }: Run): string {
  return experimentOf(name).phase || messages.baseRun;
}

interface PhaseChipProps {
  readonly run: Run;
  /** What it logs. */
  readonly name: string;
}

/** One run of an experiment within the experiment's row: its line as charts draw it. */
export function PhaseChip({ run, name }: PhaseChipProps) {
  const phase = phaseName(run);
  return (
    <label
      class={shownNames.value.has(run.name) ? "run-phase-chip" : "run-phase-chip off"}
      style={{ "--run-colour": runColour(run.id) }}
      data-tooltip={messages.togglePhase(phase, runName(run.id))}
      data-run={run.name}
    >
      <input
        type="checkbox"
        tabIndex={-1}
        checked={shownNames.value.has(run.name)}
        aria-label={messages.showRun(runName(run.id))}
        onChange={() => toggle([run])}
      />
      <LineSwatch class="run-phase-line" dash={runDash(run.id)} />
      <span>{name}</span>
    </label>
  );
}
