/** The pictures of a tag: one tile for each sample, by run and step. */

import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { getImages, type SampleId } from "../../../api/media";
import type { ImagesValue } from "../../../api/types";
import { listedRuns } from "../../../state/runs/listed-order";
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
import { batchCache, type TaggedValue, type TaggedValues, valuesOf } from "../options/batch-values";
import { type RunSteps, stepsUpTo, useTagSteps } from "../options/run-steps";
import * as view from "../options/tab-options";
import { PictureTile } from "./image-tile";

const MAX_RUNS = 50;
/** What stands around the pictures of a card, in pixels. */
const AROUND_PX = 61;
/** More samples of a value wait until they are scrolled to. */
const SAMPLES_AT_ONCE = 8;

const images = batchCache<ImagesValue>(getImages);

interface RunPicturesProps {
  /** Of the batch, and the tags of it that the run has. */
  readonly name: string;
  readonly tags: readonly string[];
  readonly run: string;
  /** None for the last. */
  readonly steps: readonly number[];
  /** How many of the rows have what they draw. */
  readonly answered: Signal<number>;
}

function Tiles({ tag, value, first }: TaggedValue<ImagesValue>) {
  const { run, nth, message, pictures } = value;
  const step = Number(value.step);
  const idOf = (at: number): SampleId => ({ tag, run, step, nth, sample: first + at });
  return (
    <>
      {message !== null && <p class="media-note">{message}</p>}
      {pictures.map((picture, at) => (
        <PictureTile
          key={at}
          id={idOf(at)}
          picture={picture}
          size={view.tilePx.value}
          isWanted={at < SAMPLES_AT_ONCE}
          alt={messages.sampleLabel(tag, runName(run), step, first + at + 1)}
          onOpen={() => view.showInViewer(idOf(at), null)}
        />
      ))}
    </>
  );
}

function ValueTiles({ values }: { readonly values: TaggedValues<ImagesValue> }) {
  const { step, nth, values: most } = values[0].value;
  return (
    <figure class="media-value">
      <div class="media-samples">
        {values.map((one) => (
          <Tiles key={one.tag} {...one} />
        ))}
      </div>
      <figcaption>
        {most > 1
          ? messages.stepAndValue(Number(step), nth + 1, most)
          : messages.stepValue(Number(step))}
      </figcaption>
    </figure>
  );
}

function RunPictures({ name, tags, run, steps, answered }: RunPicturesProps) {
  const pages = usePages();
  const queries = tags.map((tag) => queryOf(tag, run, steps, pages));
  const { data, error } = useQuery(images, queries);
  useCountedWhile(data !== null || error !== null, answered);
  return (
    <section class="media-row" aria-label={`${name}, ${runName(run)}`}>
      <RunLabel run={run} />
      {data !== null && <MediaPagers {...pages} values={valuesOf(data)} />}
      {error !== null && <ErrorState title={messages.imagesFailed} error={error} />}
      <div class="media-values">
        {data === null && error === null && (
          <div class="media-waiting" style={{ height: `${view.tilePx.value}px` }} />
        )}
        {data?.map((values) => (
          <ValueTiles key={`${values[0].value.step} ${values[0].value.nth}`} values={values} />
        ))}
      </div>
    </section>
  );
}

/** What is known of the runs by their tags alone. */
function expectedRuns({ tagsOf }: MediaBatch): readonly RunSteps[] {
  return listedRuns.value.flatMap(({ id }) => {
    const tags = tagsOf.get(id);
    return tags === undefined ? [] : [{ run: id, tags, steps: [] }];
  });
}

export function ImageCard({ batch }: { readonly batch: MediaBatch }) {
  const element = useRef<HTMLElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const visible = useInViewport(element);
  const { runs, union, error, isRead } = useTagSteps("images", batch.tags, visible);
  const { name, title, description, tags } = batch;
  const own = useSignal<number | null | undefined>(undefined);
  // The latest images need no list of steps: they are requested while it is under way.
  const isLast = stepOf(own) === null && view.columns.value === 1;
  const drawn = (isLast && !isRead ? expectedRuns(batch) : runs).slice(0, MAX_RUNS);
  const answered = useSignal(0);
  const isWhole = error !== null || (isRead && answered.value >= drawn.length);
  const expectedPx = view.tilePx.value + AROUND_PX;
  const place = useStableHeight(rows, { isDrawn: visible, isWhole }, expectedPx);
  const stepsOf = ({ tags, steps }: RunSteps) =>
    // Tags of a batch may end at different steps: then the last has to be named.
    isLast && (!isRead || tags.length === 1)
      ? []
      : stepsUpTo(steps, stepOf(own), view.columns.value);
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
            files={{
              ...{ kind: "images", tags, drawn, step: stepOf(own), steps: view.columns.value },
            }}
          />
        )}
      </header>
      {error !== null && <ErrorState title={messages.stepsFailed} error={error} />}
      <div
        ref={rows}
        class={view.columns.value === 1 ? "media-rows side-by-side" : "media-rows"}
        style={place}
      >
        {visible &&
          drawn.map((one) => (
            <RunPictures
              key={one.run}
              name={name}
              tags={one.tags}
              run={one.run}
              steps={stepsOf(one)}
              answered={answered}
            />
          ))}
      </div>
      {runs.length > drawn.length && (
        <p class="media-note">{messages.moreRunsNotDrawn(runs.length - drawn.length)}</p>
      )}
    </article>
  );
}
