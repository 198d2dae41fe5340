/** Which run, step and sample a picture of the viewer is of. */
import type { SampleId } from "../../../api/media";
import { nearestStep } from "../../../lib/algorithms/nearest-step";
import { shortRunName } from "../../../state/runs/run-labels";
import { runName } from "../../../state/runs/runs";
import { IconButton } from "../../../ui/controls/button";
import { NumberField } from "../../../ui/controls/number-field";
import * as messages from "../messages";
import type { TagSteps } from "../options/run-steps";
import type { ViewerSample } from "./viewer-sample";

interface ChooserProps {
  readonly label: string;
  readonly chosen: SampleId;
  readonly sample: ViewerSample;
  readonly steps: TagSteps;
  readonly onChange: (id: SampleId) => void;
}

/** The steps of the run that a picture is of. */
export function stepsOfRun({ runs }: TagSteps, { run }: SampleId): readonly number[] {
  return runs.find((one) => one.run === run)?.steps ?? [];
}

function Samples({ label, sample, onChange }: Pick<ChooserProps, "label" | "sample" | "onChange">) {
  const { place, total, at } = sample;
  if (total < 2) return null;
  const go = (next: number): void => {
    const id = at(next);
    if (id !== null) onChange(id);
  };
  return (
    <span class="media-viewer-sample">
      <IconButton
        icon="chevron-left"
        label={messages.previousSample(label)}
        disabled={place === 0}
        onClick={() => go(place - 1)}
      />
      <NumberField
        label={messages.sampleOfImage(label)}
        value={place + 1}
        min={1}
        max={total}
        onChange={(typed) => go(Math.round(typed) - 1)}
      />
      {messages.ofTotal(total)}
      <IconButton
        icon="chevron-right"
        label={messages.nextSample(label)}
        disabled={place >= total - 1}
        onClick={() => go(place + 1)}
      />
    </span>
  );
}

export function Chooser({ label, chosen, sample, steps, onChange }: ChooserProps) {
  const own = stepsOfRun(steps, chosen);
  const id = sample.id ?? chosen;
  const goTo = (step: number | undefined): void => {
    if (step !== undefined) onChange({ ...id, step });
  };
  const goToRun = (run: string): void => {
    const theirs = stepsOfRun(steps, { ...id, run });
    onChange({ ...id, run, step: nearestStep(theirs, id.step) ?? id.step });
  };
  return (
    <fieldset class="media-viewer-chooser">
      <legend>{label}</legend>
      <select
        aria-label={messages.runOfImage(label)}
        data-tooltip={runName(id.run)}
        value={id.run}
        onChange={({ currentTarget }) => goToRun(currentTarget.value)}
      >
        {steps.runs.map(({ run }) => (
          <option key={run} value={run}>
            {shortRunName(run)}
          </option>
        ))}
      </select>
      <input
        type="range"
        min={0}
        max={Math.max(0, own.length - 1)}
        value={own.indexOf(id.step)}
        aria-label={messages.stepOfImage(label)}
        aria-valuetext={messages.stepValue(id.step)}
        onInput={({ currentTarget }) => goTo(own[Number(currentTarget.value)])}
      />
      <NumberField
        label={messages.exactStepOfImage(label)}
        value={id.step}
        onChange={(typed) => goTo(nearestStep(own, typed) ?? undefined)}
      />
      <Samples label={label} sample={sample} onChange={onChange} />
    </fieldset>
  );
}
