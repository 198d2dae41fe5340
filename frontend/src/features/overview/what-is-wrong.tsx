/** What deserves a look: the warnings of the runs shown, and the file errors of hidden ones. */
import type { Run } from "../../api/types";
import { damagedRangeText } from "../../lib/format/damaged-range";
import { countExperiments } from "../../state/runs/experiments";
import { runName, runs, shownNames } from "../../state/runs/runs";
import {
  leftOutText,
  openWarning,
  setMuted,
  unmutedWarnings,
  useWarnings,
  warnings,
} from "../../state/tags/warnings";
import { WarningList } from "../../ui/feedback/warning-list";
import * as messages from "./messages";

const MAX_DAMAGED = 20;

export function Warnings() {
  useWarnings();
  const all = warnings.value;
  if (all === null) return null;
  const count = unmutedWarnings.value.length;
  return (
    <section aria-labelledby="overview-warnings">
      <h2 id="overview-warnings">
        {count === 0 ? messages.warnings : messages.warningCount(count)}
      </h2>
      {all.length === 0 && <p>{messages.noProblems}</p>}
      <WarningList items={all} onOpen={openWarning} onMute={setMuted} />
      {leftOutText.value !== "" && <p>{leftOutText}</p>}
    </section>
  );
}

function DamagedRun({ run }: { run: Run }) {
  const [first, ...others] = run.warnings;
  if (first === undefined) return null;
  return (
    <li>
      <strong>{runName(run.id)}</strong> {first.message}
      <small>
        {first.file}, {damagedRangeText(first)}
        {others.length > 0 && messages.moreInDetails(others.length)}
      </small>
    </li>
  );
}

/** Of runs that are hidden: what is wrong with the files of the others is among the warnings. */
export function Damage() {
  const damaged = runs.value.filter(
    ({ name, warnings: errors }) => errors.length > 0 && !shownNames.value.has(name),
  );
  if (damaged.length === 0) return null;
  return (
    <section aria-labelledby="overview-damage">
      <h2 id="overview-damage">{messages.readErrors(countExperiments(damaged))}</h2>
      <ul class="overview-damage">
        {damaged.slice(-MAX_DAMAGED).map((run) => (
          <DamagedRun key={run.id} run={run} />
        ))}
      </ul>
      {damaged.length > MAX_DAMAGED && (
        <p>{messages.moreInRunTable(damaged.length - MAX_DAMAGED)}</p>
      )}
    </section>
  );
}
