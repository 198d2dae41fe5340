/** One picture over the whole content, or two of them compared. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { getImages, type SampleId, sampleUrl } from "../../api/media";
import type { Picture } from "../../api/types";
import { nearestStep } from "../../lib/logged-steps";
import { countText } from "../../lib/number-text";
import { runName } from "../../state/runs";
import { useShortcuts } from "../../state/shortcuts";
import { useAnswer } from "../../state/use-answer";
import { Button, IconButton } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Segments } from "../../ui/segments";
import { lens, lensTransform, WHOLE } from "./lens";
import { complaintOf, imageStyle, toneFilter, useLens } from "./picture-tile";
import { type TagSteps, useTagSteps } from "./run-steps";
import * as view from "./view";

/** Fitted pictures are about so wide; only when to show single pixels depends on it. */
const STAGE_PX = 640;

const MODES = [
  { value: "beside", text: "Side by side" },
  { value: "wipe", text: "Wipe", title: "One over the other up to a line" },
  { value: "difference", text: "Difference", title: "Black where both are the same" },
] as const;

function close(): boolean {
  const open = view.first.peek() !== null;
  if (open) view.showInViewer(null, null);
  return open;
}

function getPicture({ step, ...id }: SampleId, signal: AbortSignal) {
  return getImages({ ...id, steps: [step], values: 1, samples: 1 }, signal);
}

function usePicture(id: SampleId | null): Picture | null {
  const { data } = useAnswer(id === null ? null : JSON.stringify(id), (signal) =>
    id === null ? Promise.reject(new Error("no picture")) : getPicture(id, signal),
  );
  return (id === null ? null : data?.values[0]?.pictures[0]) ?? null;
}

interface ChooserProps {
  readonly label: string;
  readonly id: SampleId;
  readonly steps: TagSteps;
  readonly onChange: (id: SampleId) => void;
}

/** Which run and step a picture is of. */
function Chooser({ label, id, steps, onChange }: ChooserProps) {
  const own = steps.runs.find(({ run }) => run === id.run)?.steps ?? [];
  const at = own.indexOf(id.step);
  const goTo = (step: number | undefined): void => {
    if (step !== undefined) onChange({ ...id, step, nth: 0 });
  };
  const goToRun = (run: string): void => {
    const theirs = steps.runs.find((one) => one.run === run)?.steps ?? [];
    onChange({ ...id, run, step: nearestStep(theirs, id.step) ?? id.step, nth: 0 });
  };
  return (
    <fieldset class="viewer-chooser">
      <legend>{label}</legend>
      <select
        aria-label={`Run of picture ${label}`}
        value={id.run}
        onChange={({ currentTarget }) => goToRun(currentTarget.value)}
      >
        {steps.runs.map(({ run }) => (
          <option key={run} value={run}>
            {runName(run)}
          </option>
        ))}
      </select>
      <input
        type="range"
        min={0}
        max={Math.max(0, own.length - 1)}
        value={at}
        aria-label={`Step of picture ${label}`}
        aria-valuetext={`step ${countText(id.step)}`}
        onInput={({ currentTarget }) => goTo(own[Number(currentTarget.value)])}
      />
      <input
        type="number"
        aria-label={`Exact step of picture ${label}`}
        value={id.step}
        onChange={({ currentTarget }) =>
          goTo(nearestStep(own, Number(currentTarget.value)) ?? undefined)
        }
      />
    </fieldset>
  );
}

/** What the lens moves: a wheel zooms here without a key. */
function Stage({ children, label }: { children: ComponentChildren; label: string }) {
  const { wasDragged: _, ...hold } = useLens(false);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const stage = element.current;
    if (stage === null) return;
    // Preact listens passively, and the page would scroll as well.
    const stay = (input: WheelEvent) => input.preventDefault();
    stage.addEventListener("wheel", stay, { passive: false });
    return () => stage.removeEventListener("wheel", stay);
  }, []);
  return (
    <div class="viewer-stage" ref={element} aria-label={label} role="img" {...hold}>
      {children}
    </div>
  );
}

interface LayerProps {
  readonly id: SampleId;
  readonly picture: Picture | null;
  readonly look?: Record<string, string>;
  /** Without brightness and contrast, which are then those of what it is a part of. */
  readonly isPart?: boolean;
}

function Layer({ id, picture, look, isPart = false }: LayerProps) {
  if (picture === null) return null;
  const complaint = complaintOf(picture);
  if (complaint !== null) return <p class="media-note">{complaint}</p>;
  return (
    <div class="viewer-layer" style={look}>
      <img
        src={sampleUrl("images", id)}
        alt={`${id.tag}, ${runName(id.run)}, step ${countText(id.step)}`}
        draggable={false}
        style={{
          ...imageStyle(picture, STAGE_PX),
          ...(isPart ? { filter: "none" } : {}),
          transform: lensTransform(lens.value),
        }}
      />
    </div>
  );
}

function Compared({ a, b }: { a: SampleId; b: SampleId }) {
  const [first, second] = [usePicture(a), usePicture(b)];
  const line = useSignal(50);
  const label = `${a.tag}: ${runName(a.run)} step ${a.step} and ${runName(b.run)} step ${b.step}`;
  if (view.mode.value === "wipe") {
    return (
      <div class="viewer-wipe">
        <Stage label={label}>
          <Layer id={a} picture={first} />
          <Layer id={b} picture={second} look={{ clipPath: `inset(0 0 0 ${line.value}%)` }} />
          <span class="viewer-line" style={{ left: `${line.value}%` }} />
        </Stage>
        <input
          type="range"
          min={0}
          max={100}
          value={line.value}
          aria-label="How far the first picture reaches"
          onInput={({ currentTarget }) => {
            line.value = Number(currentTarget.value);
          }}
        />
      </div>
    );
  }
  if (view.mode.value === "difference") {
    return (
      <Stage label={`Difference of ${label}`}>
        <div class="viewer-layer" style={{ filter: toneFilter() }}>
          <Layer id={a} picture={first} isPart />
          <Layer id={b} picture={second} isPart look={{ mixBlendMode: "difference" }} />
        </div>
      </Stage>
    );
  }
  return (
    <div class="viewer-pair">
      <Stage label={label}>
        <Layer id={a} picture={first} />
      </Stage>
      <Stage label={label}>
        <Layer id={b} picture={second} />
      </Stage>
    </div>
  );
}

function Alone({ id }: { id: SampleId }) {
  return (
    <Stage label={`${id.tag}, ${runName(id.run)}, step ${id.step}`}>
      <Layer id={id} picture={usePicture(id)} />
    </Stage>
  );
}

/** Compared with the step before, or with another run at the same step. */
function otherThan(id: SampleId, steps: TagSteps): SampleId {
  const own = steps.runs.find(({ run }) => run === id.run)?.steps ?? [];
  const before = own[own.indexOf(id.step) - 1];
  if (before !== undefined) return { ...id, step: before, nth: 0 };
  const other = steps.runs.find(({ run }) => run !== id.run);
  if (other === undefined) return id;
  return { ...id, run: other.run, step: nearestStep(other.steps, id.step) ?? id.step, nth: 0 };
}

export function Viewer({ a, b }: { readonly a: SampleId; readonly b: SampleId | null }) {
  const element = useRef<HTMLElement>(null);
  const steps = useTagSteps("images", [a.tag], true);
  useShortcuts([{ keys: "Escape", label: "Leave the viewer", group: "Media", run: close }]);
  useLayoutEffect(() => element.current?.focus(), []);
  return (
    <section class="viewer" tabIndex={-1} ref={element} aria-label={`Viewer: ${a.tag}`}>
      <header>
        <h2>{a.tag}</h2>
        {b === null ? (
          <Button onClick={() => view.showInViewer(a, otherThan(a, steps))}>Compare with…</Button>
        ) : (
          <>
            <Segments
              label="How to compare"
              value={view.mode.value === "one" ? "beside" : view.mode.value}
              choices={MODES}
              onChange={view.setMode}
            />
            <Button onClick={() => view.showInViewer(a, null)}>One picture</Button>
          </>
        )}
        <Button
          onClick={() => {
            lens.value = WHOLE;
          }}
          disabled={lens.value === WHOLE}
        >
          Whole picture
        </Button>
        <a
          href={sampleUrl("images", a)}
          download={`${a.tag}-${a.step}`}
          title="The picture as it was logged (e)"
          data-takes-away="card"
        >
          Download
        </a>
        <IconButton icon="close" label="Close the viewer" shortcut="Esc" onClick={close} />
      </header>
      <div class="viewer-choosers">
        <Chooser label="A" id={a} steps={steps} onChange={(next) => view.showInViewer(next, b)} />
        {b !== null && (
          <Chooser label="B" id={b} steps={steps} onChange={(next) => view.showInViewer(a, next)} />
        )}
      </div>
      {steps.isRead && steps.runs.length === 0 ? (
        <EmptyState title="No run shown has this picture" />
      ) : b === null ? (
        <Alone id={a} />
      ) : (
        <Compared a={a} b={b} />
      )}
    </section>
  );
}
