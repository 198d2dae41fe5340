/** The sounds of a tag, by run: one plays at a time. */
import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { getSounds } from "../../api/media";
import { nearestStep } from "../../lib/logged-steps";
import { counted, countText } from "../../lib/number-text";
import { runName } from "../../state/runs";
import { STOP } from "../../state/stop-keys";
import { useAnswer } from "../../state/use-answer";
import { Failure } from "../../ui/failure";
import { useCountedWhile, useHeldHeight } from "../../ui/use-held-height";
import { useVisible } from "../../ui/use-visible";
import { getBatch, valuesOf } from "./batch-values";
import { ExportMenu } from "./export-menu";
import { MediaPagers, queryOf, usePages } from "./media-pages";
import type { MediaBatch } from "./one-of-batch";
import { RunLabel } from "./run-label";
import { useTagSteps } from "./run-steps";
import { SoundRow } from "./sound-row";
import { StepSlider, stepOf } from "./step-slider";

/** What the sounds of one run take, in pixels. */
const EXPECTED_PX = 100;

interface RunSoundsProps {
  /** Of the batch, and the tags of it that the run has. */
  readonly name: string;
  readonly tags: readonly string[];
  readonly run: string;
  readonly step: number;
  /** How many of the rows have what they draw. */
  readonly answered: Signal<number>;
}

function RunSounds({ name, tags, run, step, answered }: RunSoundsProps) {
  const pages = usePages();
  const queries = tags.map((tag) => queryOf(tag, run, [step], pages));
  const { data, error } = useAnswer(JSON.stringify(queries), (signal) =>
    getBatch(queries, getSounds, signal),
  );
  useCountedWhile(data !== null || error !== null, answered);
  return (
    <section class="media-row" aria-label={`${name}, ${runName(run)}`}>
      <div class="sound-head">
        <RunLabel run={run} />
        <span class="media-count">step {countText(step)}</span>
        {data !== null && <MediaPagers {...pages} values={valuesOf(data)} />}
      </div>
      {error !== null && <Failure title="The sounds could not be read" error={error} />}
      {data?.flat().map(({ tag, value, first }) => (
        <div key={`${tag} ${value.nth}`}>
          {value.message !== null && <p class="media-note">{value.message}</p>}
          {value.sounds.map((sound, at) => (
            <SoundRow
              key={at}
              id={{ tag, run, step, nth: value.nth, sample: first + at }}
              sound={sound}
            />
          ))}
        </div>
      ))}
    </section>
  );
}

export function AudioCard({ batch }: { readonly batch: MediaBatch }) {
  const element = useRef<HTMLElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const visible = useVisible(element);
  const { runs, union, error, isRead } = useTagSteps("audio", batch.tags, visible);
  const { name, title, description, tags } = batch;
  const answered = useSignal(0);
  const isWhole = error !== null || (isRead && answered.value >= runs.length);
  const place = useHeldHeight(rows, { isDrawn: visible, isWhole }, EXPECTED_PX);
  const own = useSignal<number | null | undefined>(undefined);
  return (
    <article class="media-card" ref={element} aria-label={title} {...STOP}>
      <header>
        <h3 title={description || tags.join(", ")}>{title}</h3>
        {isRead && <span class="media-count">{counted(union.length, "step")}</span>}
        {union.length > 0 && <StepSlider label={title} steps={union} own={own} />}
        {isRead && (
          <ExportMenu
            name={title}
            runs={runs}
            files={{ kind: "audio", tags, drawn: runs, step: stepOf(own), steps: 1 }}
          />
        )}
      </header>
      {error !== null && <Failure title="The steps could not be read" error={error} />}
      <div ref={rows} class="media-rows" style={place}>
        {visible &&
          runs.map(({ run, tags, steps }) => (
            <RunSounds
              key={run}
              name={name}
              tags={tags}
              run={run}
              step={nearestStep(steps, stepOf(own)) ?? 0}
              answered={answered}
            />
          ))}
      </div>
    </article>
  );
}
