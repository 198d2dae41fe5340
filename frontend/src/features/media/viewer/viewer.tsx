/** One picture over the whole content, or two of them compared. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { type SampleId, sampleUrl } from "../../../api/media";
import { nearestStep } from "../../../lib/algorithms/nearest-step";
import { Button, IconButton } from "../../../ui/controls/button";
import { SegmentedControl } from "../../../ui/controls/segmented-control";
import { EmptyState } from "../../../ui/feedback/empty-state";
import { lens, WHOLE } from "../images/lens";
import * as messages from "../messages";
import { type TagSteps, useTagSteps } from "../options/run-steps";
import * as view from "../options/tab-options";
import { batchWith } from "../options/tags";
import { useViewerKeys } from "./keyboard";
import { Alone, Compared } from "./viewer-canvas";
import { Chooser, stepsOfRun } from "./viewer-chooser";
import { useViewerSample } from "./viewer-sample";

const MODES = [
  { value: "beside", text: messages.sideBySide },
  { value: "wipe", text: messages.wipe, tooltip: messages.wipeTitle },
  { value: "difference", text: messages.difference, tooltip: messages.differenceTitle },
] as const;

/** Compared with the step before, or with another run at the same step. */
function otherThan(id: SampleId, steps: TagSteps): SampleId {
  const own = stepsOfRun(steps, id);
  const before = own[own.indexOf(id.step) - 1];
  if (before !== undefined) return { ...id, step: before };
  const other = steps.runs.find(({ run }) => run !== id.run);
  if (other === undefined) return id;
  return { ...id, run: other.run, step: nearestStep(other.steps, id.step) ?? id.step };
}

interface ViewerProps {
  readonly a: SampleId;
  readonly b: SampleId | null;
}

function Head({ a, b, title, steps }: ViewerProps & { title: string; steps: TagSteps }) {
  return (
    <header>
      <h2>{title}</h2>
      {b === null ? (
        <Button disabled={!steps.isRead} onClick={() => view.showInViewer(a, otherThan(a, steps))}>
          {messages.compareWith}
        </Button>
      ) : (
        <>
          <SegmentedControl
            label={messages.compareMode}
            value={view.mode.value === "one" ? "beside" : view.mode.value}
            choices={MODES}
            onChange={view.setMode}
          />
          <Button onClick={() => view.showInViewer(a, null)}>{messages.singleImage}</Button>
        </>
      )}
      <Button
        onClick={() => {
          lens.value = WHOLE;
        }}
        disabled={lens.value === WHOLE}
      >
        {messages.fitImage}
      </Button>
      <a
        href={sampleUrl("images", a)}
        download={`${a.tag}-${a.step}`}
        data-tooltip={messages.downloadTitle}
        data-exports="card"
      >
        {messages.download}
      </a>
      <IconButton
        icon="close"
        label={messages.closeTheViewer}
        shortcut="Esc"
        onClick={view.leaveViewer}
      />
    </header>
  );
}

export function Viewer({ a, b }: ViewerProps) {
  const element = useRef<HTMLElement>(null);
  const { title, tags } = batchWith(a.tag);
  const steps = useTagSteps("images", tags, true);
  const [first, second] = [useViewerSample(a, steps), useViewerSample(b, steps)];
  useViewerKeys(first, second, first.id === null ? [] : stepsOfRun(steps, first.id));
  useLayoutEffect(() => element.current?.focus(), []);
  return (
    <section
      class="media-viewer"
      tabIndex={-1}
      ref={element}
      aria-label={messages.viewerLabel(title)}
    >
      <Head a={first.id ?? a} b={second.id ?? b} title={title} steps={steps} />
      <div class="media-viewer-choosers">
        <Chooser
          label={messages.a}
          chosen={a}
          sample={first}
          steps={steps}
          onChange={(next) => view.showInViewer(next, b)}
        />
        {b !== null && (
          <Chooser
            label={messages.b}
            chosen={b}
            sample={second}
            steps={steps}
            onChange={(next) => view.showInViewer(a, next)}
          />
        )}
      </div>
      {steps.isRead && steps.runs.length === 0 ? (
        <EmptyState title={messages.noRunHasImage} />
      ) : b === null ? (
        <Alone id={first.id} />
      ) : (
        <Compared a={first.id} b={second.id} />
      )}
    </section>
  );
}
