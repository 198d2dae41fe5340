/** The head of an experiment in a comparison: its colour, its name, and whether it is the reference. */

import type { CutNames } from "../../../lib/lists/cut-names";
import { marks } from "../../../state/runs/run-annotations";
import { experimentOf, rootName, runById, runColour } from "../../../state/runs/runs";
import { NameText } from "../../../ui/controls/name-text";
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
  /** Where a name is cut, by those of all experiments. */
  readonly cut: CutNames;
  readonly isReference: boolean;
  readonly scope: "row" | "col";
}

export function ExperimentHead({ run, cut, isReference, scope }: ExperimentHeadProps) {
  const title = experimentTitle(run);
  return (
    <th scope={scope}>
      <span class="run-compared-name">
        <span class="run-compared-swatch" style={{ "--run-colour": runColour(run) }} />
        <NameText name={title} pieces={cut(title)} />
        {isReference && <span class="run-compared-reference">{messages.reference}</span>}
      </span>
    </th>
  );
}
