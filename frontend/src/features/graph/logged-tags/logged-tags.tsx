/** The tags that the graph's run logged under a node, scalars and histograms with a small chart. */
import { useMemo, useRef } from "preact/hooks";
import { getScalars, type Scalars } from "../../../api/scalars";
import type { Run, TagLink, TagLinks } from "../../../api/types";
import { PLAIN_CHART } from "../../../chart/model/plain-line";
import { countText } from "../../../lib/format/number";
import { appliedTheme } from "../../../state/base/theme";
import { runColour, runs } from "../../../state/runs/runs";
import { seriesVersion } from "../../../state/server/connection";
import { QueryCache } from "../../../state/server/query-cache";
import type { SeriesGroup } from "../../../state/server/series-version";
import { useQuery } from "../../../state/server/use-query";
import { lazyPart } from "../../../ui/layout/lazy-part";
import { useInViewport } from "../../../ui/lists/use-in-viewport";
import * as messages from "./messages";
import { isCharted, openTag } from "./open-tag";
import { lastValue, sparkline } from "./sparkline";
import { TagHistogram } from "./tag-histogram";
import { TagTitle } from "./tag-title";

/** Few nodes have logged anything: a graph is shown without the code of charts. */
const LineChart = lazyPart(
  async () => (await import("../../../chart/interactive/line-chart")).LineChart,
);

/** About one point for each pixel of a chart. */
const POINTS = 300;
/** So many charts at once; the rest are listed. */
const MAX_CHARTS = 12;

const KINDS: Readonly<Partial<Record<TagLink["kind"], string>>> = {
  scalars: messages.scalarTag,
  histograms: messages.histogramTag,
  images: messages.imageTag,
  hparams: messages.hparamsTag,
  curves: messages.curveTag,
  meshes: messages.meshTag,
  layouts: messages.layoutTag,
  tensors: messages.tensorTag,
};

/** `runName` is the run of the graph. */
export function LoggedTags({ runName, links }: { runName: string; links: TagLinks }) {
  const run = runs.value.find(({ name }) => name === runName);
  if (links.total === 0) return null;
  const charted = links.tags.filter(({ kind }) => isCharted(kind));
  const charts = run === undefined ? [] : charted.slice(0, MAX_CHARTS);
  const others = links.tags.filter((link) => !charts.includes(link));
  const more = links.total - links.tags.length;
  return (
    <section>
      <h3>
        {messages.loggedHere} <span class="graph-info-count">{countText(links.total)}</span>
      </h3>
      {run !== undefined &&
        charts.map(({ kind, tag }) => {
          const Chart = kind === "histograms" ? TagHistogram : TagChart;
          return <Chart key={`${kind} ${tag}`} tag={tag} run={run} />;
        })}
      <ul class="graph-info-links">
        {others.map((link) => (
          <Other key={`${link.kind} ${link.tag}`} link={link} run={run} />
        ))}
      </ul>
      {more > 0 && <p class="graph-info-none">{messages.more(more)}</p>}
    </section>
  );
}

function Other({ link: { kind, tag }, link, run }: { link: TagLink; run: Run | undefined }) {
  return (
    <li>
      {isCharted(kind) ? (
        <button type="button" class="ui-link" onClick={() => openTag(kind, tag, run)}>
          {tag}
        </button>
      ) : (
        <span class="graph-info-tag">{tag}</span>
      )}
      <span class="graph-info-flow">{tagKindText(link)}</span>
    </li>
  );
}

const MAX_IDLE = 20;

const scalars = new QueryCache<SeriesGroup, Scalars>({
  fetch: (query, signal) =>
    getScalars({ ...query, axis: "step", range: null, points: POINTS, superseded: false }, signal),
  version: ({ tag, runs }) => seriesVersion(tag, runs),
  maxIdle: MAX_IDLE,
});

function TagChart({ tag, run }: { tag: string; run: Run }) {
  const root = useRef<HTMLDivElement>(null);
  const isVisible = useInViewport(root);
  const { data, error } = useQuery(scalars, isVisible ? { tag, runs: [run.id] } : null);
  const colour = runColour(run.id);
  const line = useMemo(() => data && sparkline(data, colour), [data, colour]);
  const last = line ? lastValue(line) : undefined;
  return (
    <div class="graph-tag-chart" ref={root}>
      <TagTitle kind="scalars" tag={tag} run={run}>
        {last !== undefined && messages.lastValue(last)}
      </TagTitle>
      <div class="graph-tag-chart-plot">
        {line ? <Plot line={line} /> : <span>{error?.message ?? (data && messages.noPoints)}</span>}
      </div>
    </div>
  );
}

function Plot({ line }: { line: NonNullable<ReturnType<typeof sparkline>> }) {
  const lines = useMemo(() => [line], [line]);
  const nothing = (): void => {};
  return (
    <LineChart
      lines={lines}
      {...PLAIN_CHART}
      axis="number"
      cursorX={null}
      theme={appliedTheme.value}
      onCursor={nothing}
      onZoom={nothing}
      onReset={nothing}
      onPick={nothing}
    />
  );
}

function tagKindText({ kind }: TagLink): string {
  return KINDS[kind] ?? kind;
}
