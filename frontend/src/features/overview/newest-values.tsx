/** The tags that tell most of the runs shown, each with its lines in little and its last values. */
import { useRef } from "preact/hooks";
import { getScalars, type ScalarSeries, type Scalars } from "../../api/scalars";
import type { Tag } from "../../api/types";
import { dashLengths } from "../../lib/colour/line-dashes";
import { valueText } from "../../lib/format/number";
import { shortener } from "../../lib/lists/shortener";
import { ofNewestExperiments } from "../../state/address/run-selection";
import { commitHistory, urlText } from "../../state/address/url-state";
import { inListedOrder } from "../../state/runs/listed-order";
import { runColour, runDash, runName, shownRuns } from "../../state/runs/runs";
import { seriesVersion } from "../../state/server/connection";
import { QueryCache } from "../../state/server/query-cache";
import type { SeriesGroup } from "../../state/server/series-version";
import { useQuery } from "../../state/server/use-query";
import { RunLabel } from "../../ui/controls/run-label";
import { useInViewport } from "../../ui/lists/use-in-viewport";
import { informativeTags } from "./facts";
import * as messages from "./messages";
import { lastValue, sparkLine, sparkPaths } from "./spark-path";
import { allTags } from "./tags";

const MAX_TAGS = 8;
const MAX_EXPERIMENTS = 10;
const MAX_ROWS = 5;
/** More than a line in little can show. */
const POINTS = 100;
const BOX = { width: 240, height: 56 };

const tab = urlText("tab");
const card = urlText("card");

function openCard(tag: string): void {
  tab.value = "scalars";
  card.value = tag;
  commitHistory();
}

/** The lines say nothing that the values below do not, to those who do not see them. */
function Sparkline({ series }: { series: readonly ScalarSeries[] }) {
  const lines = series.map(sparkLine);
  // Single values make no line.
  if (lines.every(({ x }) => x.length < 2)) return null;
  const paths = sparkPaths(lines, BOX);
  return (
    <svg
      class="overview-sparkline"
      viewBox={`-2 -2 ${BOX.width + 4} ${BOX.height + 4}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {lines.map(({ run }, at) => (
        <path
          key={run}
          d={paths[at] ?? ""}
          stroke={runColour(run)}
          stroke-dasharray={dashLengths(runDash(run)).join(" ")}
        />
      ))}
    </svg>
  );
}

function LastValues({ series }: { series: readonly ScalarSeries[] }) {
  const shorten = shortener(series.map(({ run }) => runName(run)));
  const more = series.length - MAX_ROWS;
  return (
    <dl class="overview-last-values">
      {series.slice(0, MAX_ROWS).flatMap((one) => [
        <dt key={`${one.run} name`}>
          <RunLabel {...shorten(runName(one.run))} colour={runColour(one.run)} />
        </dt>,
        <dd key={one.run}>{valueText(lastValue(one) ?? Number.NaN)}</dd>,
      ])}
      {more > 0 && <dt class="more-values">{messages.moreValues(more)}</dt>}
    </dl>
  );
}

/** Those with points of some runs. */
function listed(found: readonly ScalarSeries[], runs: readonly string[]): ScalarSeries[] {
  const known = new Set(runs);
  const logged = found.filter(({ run, total }) => known.has(run) && total > 0);
  return inListedOrder(logged, ({ run }) => run);
}

const MAX_IDLE = 20;

const scalars = new QueryCache<SeriesGroup, Scalars>({
  fetch: (query, signal) =>
    getScalars({ ...query, axis: "step", range: null, points: POINTS, superseded: false }, signal),
  version: ({ tag, runs }) => seriesVersion(tag, runs),
  maxIdle: MAX_IDLE,
});

function TagCard({ tag: { tag, display_name }, runs }: { tag: Tag; runs: readonly string[] }) {
  const element = useRef<HTMLLIElement>(null);
  const isVisible = useInViewport(element);
  const { data, error } = useQuery(scalars, isVisible ? { tag, runs } : null);
  const series = listed(data?.series ?? [], runs);
  return (
    <li class="overview-card" ref={element}>
      <button
        type="button"
        data-stop=""
        data-tooltip={messages.showWholeChart}
        onClick={() => openCard(tag)}
      >
        {display_name || tag}
      </button>
      <Sparkline series={series} />
      {error === null ? <LastValues series={series} /> : <p>{error.message}</p>}
    </li>
  );
}

export function NewestValues() {
  const newest = ofNewestExperiments(shownRuns.value, MAX_EXPERIMENTS).map(({ id }) => id);
  const shown = new Set(newest);
  const tags = informativeTags(allTags.value ?? [], shown, MAX_TAGS);
  if (tags.length === 0) return null;
  return (
    <section aria-labelledby="overview-values">
      <h2 id="overview-values">{messages.newestValues}</h2>
      <ul class="overview-cards">
        {tags.map((tag) => (
          <TagCard key={tag.tag} tag={tag} runs={newest.filter((run) => tag.runs.includes(run))} />
        ))}
      </ul>
    </section>
  );
}
