/** The inspector's view of a run: where it is, what it holds and what is wrong with its files. */
import type { Run, RunWarning } from "../../api/types";
import { exactInteger, finiteOrNull } from "../../lib/json-number";
import { counted, countText } from "../../lib/number-text";
import { durationText, wallTimeText } from "../../lib/time-text";
import { runById } from "../../state/runs";

function Facts({ run }: { run: Run }) {
  const first = finiteOrNull(run.first_wall_time);
  const last = finiteOrNull(run.last_wall_time);
  const step = run.last_step;
  return (
    <dl class="facts">
      <dt>Directory</dt>
      <dd class="path">{run.path}</dd>
      <dt>State</dt>
      <dd>{run.state}</dd>
      {step !== null && <dt>Last step</dt>}
      {step !== null && <dd>{countText(exactInteger(step))}</dd>}
      {first !== null && <dt>First event</dt>}
      {first !== null && <dd>{wallTimeText(first)}</dd>}
      {last !== null && <dt>Last event</dt>}
      {last !== null && <dd>{wallTimeText(last)}</dd>}
      {first !== null && last !== null && <dt>Span</dt>}
      {first !== null && last !== null && <dd>{durationText(last - first)}</dd>}
    </dl>
  );
}

function Kinds({ tags }: { tags: Run["tags"] }) {
  const kinds = Object.entries(tags).filter(([, count]) => count > 0);
  if (kinds.length === 0) return <p>No tags yet.</p>;
  return (
    <dl class="facts">
      {kinds.flatMap(([kind, count]) => [
        <dt key={`${kind} name`}>{kind}</dt>,
        <dd key={kind}>{counted(count, "tag")}</dd>,
      ])}
    </dl>
  );
}

function Warning({ warning }: { warning: RunWarning }) {
  return (
    <li>
      <p>{warning.message}</p>
      <p class="warning-place">
        <span class="path">{warning.file}</span>, offset {countText(warning.offset)}
      </p>
    </li>
  );
}

export function RunDetails({ id }: { id: string }) {
  const run = runById.value.get(id);
  if (run === undefined) return <p>This run is gone from the log directory.</p>;
  return (
    <>
      <Facts run={run} />
      <h3>Holds</h3>
      <Kinds tags={run.tags} />
      {run.warnings.length > 0 && <h3>{counted(run.warnings.length, "warning")}</h3>}
      <ul class="warnings">
        {run.warnings.map((warning) => (
          <Warning key={`${warning.file}:${warning.offset}:${warning.kind}`} warning={warning} />
        ))}
      </ul>
    </>
  );
}
