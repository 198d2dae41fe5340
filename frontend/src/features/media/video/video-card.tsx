/** The videos of a tag: of each run those at the steps shown. */
import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { NOT_INCLUDED } from "../../../api/client";
import type { Video } from "../../../api/types";
import { videoUrl } from "../../../api/videos";
import { grouped } from "../../../lib/algorithms/group-by";
import { unionOfSteps } from "../../../lib/algorithms/nearest-step";
import { runName, shownRuns } from "../../../state/runs/runs";
import { NAVIGABLE } from "../../../state/shell/list-navigation";
import { useInViewport } from "../../../ui/lists/use-in-viewport";
import { useStableHeight } from "../../../ui/lists/use-stable-height";
import { RunLabel } from "../card/run-label";
import { StepSlider, stepOf } from "../card/step-slider";
import * as messages from "../messages";
import { stepsUpTo } from "../options/run-steps";
import * as view from "../options/tab-options";
import { stepOfVideo, type VideoTag } from "../options/videos";
import { VideoTile } from "./video-tile";

/** What stands around the videos of a card, in pixels. */
const AROUND_PX = 61;

interface RunVideosProps {
  readonly tag: string;
  /** Null for videos that lie in no run. */
  readonly run: string | null;
  readonly videos: readonly Video[];
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function RunVideos({ tag, run, videos }: RunVideosProps) {
  const of = run === null ? messages.outsideRuns : runName(run);
  return (
    <section class="media-row" aria-label={`${tag}, ${of}`}>
      {run === null ? <span class="media-run">{of}</span> : <RunLabel run={run} />}
      <div class="media-values">
        {videos.map((video) => {
          const step =
            video.step === null ? messages.noStep : messages.stepValue(stepOfVideo(video));
          const url = videoUrl(video.path);
          return (
            <figure class="media-value" key={video.path}>
              {url === "" ? (
                <p class="media-note">{NOT_INCLUDED}</p>
              ) : (
                <VideoTile
                  url={url}
                  label={messages.videoLabel(tag, of, step)}
                  name={fileName(video.path)}
                  size={view.tilePx.value}
                  damage={null}
                />
              )}
              <figcaption data-tooltip={video.path}>{step}</figcaption>
            </figure>
          );
        })}
      </div>
    </section>
  );
}

export function VideoCard({ tag, videos }: VideoTag) {
  const element = useRef<HTMLElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const visible = useInViewport(element);
  const own = useSignal<number | null | undefined>(undefined);
  const expectedPx = view.tilePx.value + AROUND_PX;
  const place = useStableHeight(rows, { isDrawn: visible, isWhole: true }, expectedPx);
  const runs = useMemo(() => {
    const byRun = grouped(videos, ({ run }) => run);
    const order = [...shownRuns.value.map(({ id }) => id), null];
    return order.flatMap((run) => {
      const all = byRun.get(run);
      return all === undefined ? [] : [{ run, all, steps: unionOfSteps([all.map(stepOfVideo)]) }];
    });
  }, [videos, shownRuns.value]);
  const union = unionOfSteps(runs.map(({ steps }) => steps));
  return (
    <article class="media-card" ref={element} aria-label={tag} {...NAVIGABLE}>
      <header>
        <h3>{tag}</h3>
        <span class="media-count">{messages.stepCount(union.length)}</span>
        <StepSlider label={tag} steps={union} own={own} />
      </header>
      <div
        ref={rows}
        class={view.columns.value === 1 ? "media-rows side-by-side" : "media-rows"}
        style={place}
      >
        {visible &&
          runs.map(({ run, all, steps }) => {
            const wanted = new Set(stepsUpTo(steps, stepOf(own), view.columns.value));
            const shown = all.filter((video) => wanted.has(stepOfVideo(video)));
            return <RunVideos key={run ?? ""} tag={tag} run={run} videos={shown} />;
          })}
      </div>
    </article>
  );
}
