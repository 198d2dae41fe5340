/**
 * The inspector's view of a run: what viewers noted, where it is, what it holds and what is wrong.
 */
import type { ComponentChildren } from "preact";
import type { Run, RunWarning } from "../../../api/types";
import { damagedRangeText } from "../../../lib/format/damaged-range";
import { exactInteger } from "../../../lib/format/json-number";
import { countText, settingText } from "../../../lib/format/number";
import { durationText, wallTimeText } from "../../../lib/format/time";
import { changeMark, marks, marksReadOnly } from "../../../state/runs/run-annotations";
import {
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  parseTags,
} from "../../../state/runs/run-annotations-value";
import { hparamsOf } from "../../../state/runs/run-hparams";
import { experimentOf, runById } from "../../../state/runs/runs";
import { useDraft } from "../../../ui/controls/use-draft";
import * as messages from "../messages";
import "./run-details.css";

function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what it is given to hold.
    <label class="run-annotation-field">
      <span>{label}</span>
      {children}
    </label>
  );
}

/** Fields that are saved as soon as they lose the focus. */
function Marks({ name }: { name: string }) {
  const mark = marks.value.get(name);
  const title = useDraft<HTMLInputElement>(mark?.name ?? "", ({ value }) =>
    changeMark(name, { name: value.trim() }),
  );
  const tags = useDraft<HTMLInputElement>(mark?.tags?.join(", ") ?? "", ({ value }) =>
    changeMark(name, { tags: parseTags(value) }),
  );
  const note = useDraft<HTMLTextAreaElement>(mark?.note ?? "", ({ value }) =>
    changeMark(name, { note: value.trim() }),
  );
  return (
    <div class="run-annotation-fields">
      <Field label={messages.name}>
        <input placeholder={name} maxLength={MAX_NAME_LENGTH} {...title} />
      </Field>
      <Field label={messages.tagsField}>
        <input placeholder={messages.tagsExample} {...tags} />
      </Field>
      <Field label={messages.note}>
        <textarea rows={3} maxLength={MAX_NOTE_LENGTH} {...note} />
      </Field>
      {marksReadOnly.value && <p>{messages.readOnly}</p>}
    </div>
  );
}

function Facts({ run }: { run: Run }) {
  const first = run.first_wall_time;
  const last = run.last_wall_time;
  const step = run.last_step;
  return (
    <dl class="ui-facts">
      <dt>{messages.directory}</dt>
      <dd class="ui-file-path">{run.path}</dd>
      <dt>{messages.state}</dt>
      <dd>{run.state}</dd>
      {step !== null && <dt>{messages.lastStep}</dt>}
      {step !== null && <dd>{countText(exactInteger(step))}</dd>}
      {first !== null && <dt>{messages.firstEvent}</dt>}
      {first !== null && <dd>{wallTimeText(first)}</dd>}
      {last !== null && <dt>{messages.lastEvent}</dt>}
      {last !== null && <dd>{wallTimeText(last)}</dd>}
      {first !== null && last !== null && <dt>{messages.duration}</dt>}
      {first !== null && last !== null && <dd>{durationText(last - first)}</dd>}
    </dl>
  );
}

function Kinds({ tags }: { tags: Run["tags"] }) {
  const kinds = Object.entries(tags).filter(([, count]) => count > 0);
  if (kinds.length === 0) return <p>{messages.noTagsYet}</p>;
  return (
    <dl class="ui-facts">
      {kinds.flatMap(([kind, count]) => [
        <dt key={`${kind} name`}>{kind}</dt>,
        <dd key={kind}>{messages.tagCount(count)}</dd>,
      ])}
    </dl>
  );
}

function Hparams({ id }: { id: string }) {
  const values = [...hparamsOf(id)];
  if (values.length === 0) return null;
  return (
    <>
      <h3>{messages.hyperParameters}</h3>
      <dl class="ui-facts">
        {values.flatMap(([name, value]) => [
          <dt key={`${name} name`}>{name}</dt>,
          <dd key={name}>{typeof value === "number" ? settingText(value) : String(value)}</dd>,
        ])}
      </dl>
    </>
  );
}

function Warning({ warning }: { warning: RunWarning }) {
  return (
    <li>
      <p>{warning.message}</p>
      <p class="app-warning-place">
        <span class="ui-file-path">{warning.file}</span>, {damagedRangeText(warning)}
      </p>
    </li>
  );
}

function Warnings({ warnings }: Pick<Run, "warnings">) {
  if (warnings.length === 0) return null;
  return (
    <>
      <h3>{messages.readErrorCount(warnings.length)}</h3>
      <ul class="app-warnings">
        {warnings.map((warning) => (
          <Warning key={`${warning.file}:${warning.offset}:${warning.kind}`} warning={warning} />
        ))}
      </ul>
    </>
  );
}

function OneRun({ id, isAlone }: { id: string; isAlone: boolean }) {
  const run = runById.value.get(id);
  if (run === undefined) return <p>{messages.runMissing}</p>;
  return (
    <>
      {!isAlone && <h3>{experimentOf(run.name).phase || run.name}</h3>}
      <Facts run={run} />
      {isAlone && <h3>{messages.contents}</h3>}
      <Kinds tags={run.tags} />
      <Warnings warnings={run.warnings} />
    </>
  );
}

export interface RunDetailsProps {
  /** The key of its marks. */
  readonly name: string;
  /** The run, or all of an experiment. */
  readonly ids: readonly string[];
}

export function RunDetails({ name, ids }: RunDetailsProps) {
  const [first] = ids;
  return (
    <>
      <Marks key={name} name={name} />
      {first !== undefined && <Hparams id={first} />}
      {ids.map((id) => (
        <OneRun key={id} id={id} isAlone={ids.length === 1} />
      ))}
    </>
  );
}
