/** The sounds of a tag, by run: one plays at a time. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { getSounds } from "../../api/media";
import { nearestStep } from "../../lib/logged-steps";
import { counted, countText } from "../../lib/number-text";
import { runName } from "../../state/runs";
import { STOP } from "../../state/stop-keys";
import { useAnswer } from "../../state/use-answer";
import { Failure } from "../../ui/failure";
import { useVisible } from "../../ui/use-visible";
import { ExportMenu } from "./export-menu";
import { MediaPagers, queryOf, usePages } from "./media-pages";
import { RunLabel } from "./run-label";
import { firstSamples, useTagSteps } from "./run-steps";
import { SoundRow } from "./sound-row";
import { StepSlider, stepOf } from "./step-slider";
import type { MediaTag } from "./tags";

function RunSounds({ tag, run, step }: { tag: string; run: string; step: number }) {
  const pages = usePages();
  const query = queryOf(tag, run, [step], pages);
  const { data, error } = useAnswer(JSON.stringify(query), (signal) => getSounds(query, signal));
  return (
    <section class="media-row" aria-label={`${tag}, ${runName(run)}`}>
      <div class="sound-head">
        <RunLabel run={run} />
        <span class="media-count">step {countText(step)}</span>
        {data !== null && <MediaPagers {...pages} values={data.values} />}
      </div>
      {error !== null && <Failure title="The sounds could not be read" error={error} />}
      {data?.values.map((value) => (
        <div key={value.nth}>
          {value.message !== null && <p class="media-note">{value.message}</p>}
          {value.sounds.map((sound, at) => (
            <SoundRow
              key={at}
              id={{ tag, run, step, nth: value.nth, sample: query.sample + at }}
              sound={sound}
            />
          ))}
        </div>
      ))}
    </section>
  );
}

export function AudioCard({ tag }: { tag: MediaTag }) {
  const element = useRef<HTMLElement>(null);
  const visible = useVisible(element);
  const { runs, union, error, isRead } = useTagSteps("audio", tag.tag, visible);
  const own = useSignal<number | null | undefined>(undefined);
  const title = tag.display_name || tag.tag;
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
            files={{ kind: "audio", ids: firstSamples(tag.tag, runs, stepOf(own)) }}
          />
        )}
      </header>
      {error !== null && <Failure title="The steps could not be read" error={error} />}
      <div class="media-rows">
        {visible &&
          runs.map(({ run, steps }) => (
            <RunSounds
              key={run}
              tag={tag.tag}
              run={run}
              step={nearestStep(steps, stepOf(own)) ?? 0}
            />
          ))}
      </div>
    </article>
  );
}
