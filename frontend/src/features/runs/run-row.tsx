/** One run of the table. */
import type { Run } from "../../api/types";
import { exactInteger, finiteOrNull } from "../../lib/json-number";
import { ownPart, splitForMiddleCut } from "../../lib/name-parts";
import { counted, countText, shortCountText } from "../../lib/number-text";
import { ageText, wallTimeText } from "../../lib/time-text";
import { now } from "../../state/clock";
import { inspector } from "../../state/inspector";
import { sharedRunParts, shownNames } from "../../state/runs";
import { Icon } from "../../ui/icon";
import { RunDetails } from "./run-details";
import { RunSwatch } from "./run-swatch";
import { clickRun, doubleClickRun } from "./view";

/** Characters of a name that always show: a seed or a job number usually stands at the end. */
const TAIL = 20;

const STATES: Record<Run["state"], string> = {
  running: "Running: it has written lately",
  stalled: "Stalled: it has not written for much longer than usual",
  done: "Done",
  failed: "Failed",
};

function inspect(run: Run): void {
  inspector.value = { title: run.name, body: <RunDetails id={run.id} /> };
}

function RunName({ name }: { name: string }) {
  const [head, tail] = splitForMiddleCut(ownPart(name, sharedRunParts.value), TAIL);
  return (
    <span class="run-name" title={name}>
      {head !== "" && <span class="run-name-head">{head}</span>}
      <span class="run-name-tail">{tail}</span>
    </span>
  );
}

function StepText({ step }: { step: Run["last_step"] }) {
  if (step === null) return <span class="run-step" />;
  return (
    <span class="run-step" title={`Last step ${countText(exactInteger(step))}`}>
      {shortCountText(Number(step))}
    </span>
  );
}

function Age({ time }: { time: number | null }) {
  if (time === null) return <span class="run-age" />;
  return (
    <span class="run-age" title={`Last written ${wallTimeText(time)}`}>
      {ageText(now.value - time)}
    </span>
  );
}

function Warnings({ run }: { run: Run }) {
  const count = run.warnings.length;
  if (count === 0) return null;
  return (
    <button
      type="button"
      class="run-warnings"
      title={`${counted(count, "warning")}: show`}
      aria-label={`${counted(count, "warning")} about ${run.name}`}
      onClick={() => inspect(run)}
    >
      <Icon name="warning" size={13} />
      {count}
    </button>
  );
}

/** One click shows or hides, two show the run alone. Buttons in the row have clicks of their own. */
function takeClick(click: MouseEvent, name: string): void {
  if (click.target instanceof Element && click.target.closest("button, label")) return;
  if (click.detail >= 2) doubleClickRun(name);
  else clickRun(name);
}

export function RunRow({ run }: { run: Run }) {
  const shown = shownNames.value.has(run.name);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the checkbox inside is the keyboard's way.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox inside is the keyboard's way.
    <div
      class={shown ? "run-row" : "run-row off"}
      data-run={run.name}
      onClick={(click) => takeClick(click, run.name)}
    >
      <RunSwatch run={run} shown={shown} />
      <RunName name={run.name} />
      <Warnings run={run} />
      <button
        type="button"
        class="run-inspect"
        aria-label={`About ${run.name}`}
        title="About this run"
        onClick={() => inspect(run)}
      >
        <Icon name="info" size={14} />
      </button>
      <span class={`run-state ${run.state}`} title={STATES[run.state]}>
        <span class="visually-hidden">{run.state}</span>
      </span>
      <StepText step={run.last_step} />
      <Age time={finiteOrNull(run.last_wall_time)} />
    </div>
  );
}
