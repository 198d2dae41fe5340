/** The pictures of a tag: one tile for each sample, by run and step. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { getImages, type SampleId } from "../../api/media";
import type { ImagesValue } from "../../api/types";
import { counted, countText } from "../../lib/number-text";
import { runName } from "../../state/runs";
import { STOP } from "../../state/stop-keys";
import { useAnswer } from "../../state/use-answer";
import { Failure } from "../../ui/failure";
import { useVisible } from "../../ui/use-visible";
import { ExportMenu } from "./export-menu";
import { MediaPagers, queryOf, usePages } from "./media-pages";
import { PictureTile } from "./picture-tile";
import { RunLabel } from "./run-label";
import { firstSamples, stepsUpTo, useTagSteps } from "./run-steps";
import { StepSlider, stepOf } from "./step-slider";
import type { MediaTag } from "./tags";
import * as view from "./view";

const MOST_RUNS = 50;

interface RunPicturesProps {
  readonly tag: string;
  readonly run: string;
  readonly steps: readonly number[];
}

interface ValueTilesProps {
  readonly tag: string;
  readonly value: ImagesValue;
  /** The number of the first picture here. */
  readonly first: number;
}

function ValueTiles({ tag, value, first }: ValueTilesProps) {
  const step = Number(value.step);
  const { run, nth } = value;
  const idOf = (at: number): SampleId => ({ tag, run, step, nth, sample: first + at });
  return (
    <figure class="media-value">
      <div class="media-samples">
        {value.message !== null && <p class="media-note">{value.message}</p>}
        {value.pictures.map((picture, at) => (
          <PictureTile
            key={at}
            id={idOf(at)}
            picture={picture}
            size={view.tilePx.value}
            alt={`${tag}, ${runName(run)}, step ${countText(step)}, sample ${first + at + 1}`}
            onOpen={() => view.showInViewer(idOf(at), null)}
          />
        ))}
      </div>
      <figcaption>
        step {countText(step)}
        {value.values > 1 && `, value ${countText(nth + 1)} of ${countText(value.values)}`}
      </figcaption>
    </figure>
  );
}

function RunPictures({ tag, run, steps }: RunPicturesProps) {
  const pages = usePages();
  const query = queryOf(tag, run, steps, pages);
  const { data, error } = useAnswer(JSON.stringify(query), (signal) => getImages(query, signal));
  return (
    <section class="media-row" aria-label={`${tag}, ${runName(run)}`}>
      <RunLabel run={run} />
      {data !== null && <MediaPagers {...pages} values={data.values} />}
      {error !== null && <Failure title="The pictures could not be read" error={error} />}
      <div class="media-values">
        {data === null && error === null && (
          <div class="media-waiting" style={{ height: `${view.tilePx.value}px` }} />
        )}
        {data?.values.map((value) => (
          <ValueTiles
            key={`${value.step} ${value.nth}`}
            tag={tag}
            value={value}
            first={query.sample}
          />
        ))}
      </div>
    </section>
  );
}

export function ImageCard({ tag }: { tag: MediaTag }) {
  const element = useRef<HTMLElement>(null);
  const visible = useVisible(element);
  const { runs, union, error, isRead } = useTagSteps("images", tag.tag, visible);
  const own = useSignal<number | null | undefined>(undefined);
  const title = tag.display_name || tag.tag;
  const drawn = runs.slice(-MOST_RUNS);
  return (
    <article class="media-card" ref={element} aria-label={title} {...STOP}>
      <header>
        <h3 title={tag.description || tag.tag}>{title}</h3>
        {isRead && <span class="media-count">{counted(union.length, "step")}</span>}
        {union.length > 0 && <StepSlider label={title} steps={union} own={own} />}
        {isRead && (
          <ExportMenu
            name={title}
            runs={runs}
            files={{ kind: "images", ids: firstSamples(tag.tag, drawn, stepOf(own)) }}
          />
        )}
      </header>
      {error !== null && <Failure title="The steps could not be read" error={error} />}
      <div class={view.columns.value === 1 ? "media-rows side-by-side" : "media-rows"}>
        {visible &&
          drawn.map(({ run, steps }) => (
            <RunPictures
              key={run}
              tag={tag.tag}
              run={run}
              steps={stepsUpTo(steps, stepOf(own), view.columns.value)}
            />
          ))}
      </div>
      {runs.length > drawn.length && (
        <p class="media-note">
          {counted(runs.length - drawn.length, "older run")} not drawn: show fewer runs.
        </p>
      )}
    </article>
  );
}
