/** The head of an experiment in a comparison: its colour, its name, and whether it is the reference. */
import { marks } from "../../../state/runs/run-annotations";
import { experimentOf, rootName, runById, runColour } from "../../../state/runs/runs";
import * as messages from "./messages";

/** What an experiment is called, given one of its runs. */
export function experimentTitle(run: string): string {
  const name = runById.value.get(run)?.name;
  if (name === undefined) return run;
  const experiment = experimentOf(name);
  return (
    marks.value.get(experiment.name)?.name ?? (experiment.name === "." ? rootName : experiment.name)
  );
}

interface ExperimentHeadProps {
  readonly run: string;
  readonly isReference: boolean;
  readonly scope: "row" | "col";
}

export function ExperimentHead({ run, isReference, scope }: ExperimentHeadProps) {
  const title = experimentTitle(run);
  return (
    <th scope={scope} class="run-compared-head" data-tooltip={title}>
      <span class="run-compared-swatch" style={{ "--run-colour": runColour(run) }} />
      {title}
      {isReference && <span class="run-compared-reference">{messages.reference}</span>}
    </th>
  );
}
