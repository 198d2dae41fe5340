/** What deserves a look: the warnings of the runs shown, and the file errors of hidden ones. */
import type { Run } from "../../api/types";
import { damagePlaceText } from "../../lib/format/damaged-range";
import { counted, countText } from "../../lib/format/number";
import { countTrainings } from "../../state/runs/experiments";
import { runName, runs, shownNames } from "../../state/runs/runs";
import {
  heardWarnings,
  leftOutText,
  openWarning,
  setMuted,
  useWarnings,
  warnings,
} from "../../state/tags/warnings";
import { WarningList } from "../../ui/feedback/warning-list";

const MAX_DAMAGED = 20;

export function Warnings() {
  useWarnings();
  const all = warnings.value;
  if (all === null) return null;
  const count = heardWarnings.value.length;
  return (
    <section aria-labelledby="overview-warnings">
      <h2 id="overview-warnings">
        {count === 0 ? "Warnings" : counted(count, "warning")} about the runs shown
      </h2>
      {all.length === 0 && <p>No problems found in their files and scalars.</p>}
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
        {first.file}, {damagePlaceText(first)}
        {others.length > 0 && `, and ${countText(others.length)} more in the details of the run`}
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
      <h2 id="overview-damage">
        File errors in {counted(countTrainings(damaged), "hidden training")}
      </h2>
      <ul class="overview-damage">
        {damaged.slice(-MAX_DAMAGED).map((run) => (
          <DamagedRun key={run.id} run={run} />
        ))}
      </ul>
      {damaged.length > MAX_DAMAGED && (
        <p>{countText(damaged.length - MAX_DAMAGED)} more in the run table.</p>
      )}
    </section>
  );
}
