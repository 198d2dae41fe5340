/** The sounds of a tag, by run: one plays at a time. */

import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { getSounds } from "../../../api/media";
import type { Sounds } from "../../../api/types";
import { nearestStep } from "../../../lib/algorithms/nearest-step";
import { runName } from "../../../state/runs/runs";
import { useQuery } from "../../../state/server/use-query";
import { NAVIGABLE } from "../../../state/shell/list-navigation";
import { Term } from "../../../ui/controls/term";
import { ErrorState } from "../../../ui/feedback/error-state";
import { useInViewport } from "../../../ui/lists/use-in-viewport";
import { useCountedWhile, useStableHeight } from "../../../ui/lists/use-stable-height";
import { ExportMenu } from "../card/export-menu";
import { MediaPagers, queryOf, usePages } from "../card/media-pages";
import { RunLabel } from "../card/run-label";
import { StepSlider, stepOf } from "../card/step-slider";
import * as messages from "../messages";
import type { MediaBatch } from "../options/batch-tags";
import { batchCache, valuesOf } from "../options/batch-values";
import { useTagSteps } from "../options/run-steps";
import { SoundRow } from "./audio-row";

/** What the sounds of one run take, in pixels. */
const EXPECTED_PX = 100;

const sounds = batchCache<Sounds["values"][number]>(getSounds);

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
  const { data, error } = useQuery(sounds, queries);
  useCountedWhile(data !== null || error !== null, answered);
  return (
    <section class="media-row" aria-label={`${name}, ${runName(run)}`}>
      <div class="media-audio-head">
        <RunLabel run={run} />
        <span class="media-count">{messages.stepValue(step)}</span>
        {data !== null && <MediaPagers {...pages} values={valuesOf(data)} />}
      </div>
      {error !== null && <ErrorState title={messages.audioFailed} error={error} />}
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
  const visible = useInViewport(element);
  const { runs, union, error, isRead } = useTagSteps("audio", batch.tags, visible);
  const { name, title, description, tags } = batch;
  const answered = useSignal(0);
  const isWhole = error !== null || (isRead && answered.value >= runs.length);
  const place = useStableHeight(rows, { isDrawn: visible, isWhole }, EXPECTED_PX);
  const own = useSignal<number | null | undefined>(undefined);
  return (
    <article class="media-card" ref={element} aria-label={title} {...NAVIGABLE}>
      <header>
        <h3 data-tooltip={tags.join(", ")}>
          <Term explanation={description}>{title}</Term>
        </h3>
        {isRead && <span class="media-count">{messages.stepCount(union.length)}</span>}
        {union.length > 0 && <StepSlider label={title} steps={union} own={own} />}
        {isRead && (
          <ExportMenu
            name={title}
            runs={runs}
            files={{ kind: "audio", tags, drawn: runs, step: stepOf(own), steps: 1 }}
          />
        )}
      </header>
      {error !== null && <ErrorState title={messages.stepsFailed} error={error} />}
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
