/** A tag's curves in all runs shown, at one step and one threshold. */

import { useMemo, useRef } from "preact/hooks";
import type { Curves, RunCurve, Tag } from "../../api/types";
import { getCurves } from "../../api/values";
import { UnitPlot } from "../../chart/unit/unit-plot";
import { nearestStep, unionOfSteps } from "../../lib/algorithms/nearest-step";
import { download } from "../../lib/browser/download";
import { countDashes } from "../../lib/colour/line-dashes";
import { fileStem } from "../../lib/format/file-name";
import { valueText } from "../../lib/format/number";
import { plainMarkdown } from "../../lib/format/plain-markdown";
import { type TableFormat, tableFile } from "../../lib/format/table";
import { settleHistory } from "../../state/address/url-state";
import { inListedOrder, runPlaces } from "../../state/runs/listed-order";
import { runColour, runDash, runName } from "../../state/runs/runs";
import { seriesVersion } from "../../state/server/connection";
import { QueryCache } from "../../state/server/query-cache";
import { useQuery } from "../../state/server/use-query";
import { NAVIGABLE } from "../../state/shell/list-navigation";
import { moveStep, step as stepChosen } from "../../state/tags/selected-step";
import { useStepsOfCard } from "../../state/tags/steps-in-view";
import { stepsOfTags } from "../../state/tags/steps-of-tags";
import { StepSlider } from "../../ui/controls/step-slider";
import { Term } from "../../ui/controls/term";
import { ErrorState } from "../../ui/feedback/error-state";
import { useInViewport } from "../../ui/lists/use-in-viewport";
import { MenuButton, MenuItem } from "../../ui/popover/menu-button";
import { CountsTable } from "./counts-table";
import { curveTable } from "./curve-file";
import * as messages from "./messages";
import { type Axes, type Look, pointAt, unitCurves } from "./run-curves";
import * as view from "./view";

const MAX_RUNS = 100;

/** As on all charts: runs of one colour have different dashes, and a line alone is solid. */
function looks(runs: readonly string[]): (run: string) => Look {
  const given = runs.map((run) => ({ colour: runColour(run), dash: runDash(run) }));
  const dashes = new Map(countDashes(given).map((dash, at) => [runs[at], dash]));
  return (run) => ({ colour: runColour(run), dash: dashes.get(run) ?? 0 });
}

const TITLES: Record<Axes, { name: string; x: string; y: string }> = {
  precision: { name: messages.precisionAndRecall, x: messages.recall, y: messages.precision },
  roc: { name: messages.roc, x: messages.falsePositiveRate, y: messages.truePositiveRate },
};

function summaryOf(tag: string, axes: Axes, curves: readonly RunCurve[]): string {
  const area = axes === "roc" ? "roc_area" : "average_precision";
  const parts = curves.map(({ run, curve }) => {
    const value = curve?.[area];
    return value == null
      ? messages.areaUnknown(runName(run))
      : `${runName(run)} ${valueText(Number(value))}`;
  });
  return messages.summary(TITLES[axes].name, tag, curves.length, parts.join(", "));
}

interface PlotProps {
  readonly tag: string;
  readonly axes: Axes;
  readonly curves: readonly RunCurve[];
}

function Plot({ tag, axes, curves }: PlotProps) {
  const drawn = unitCurves(curves, axes, view.threshold.value, looks(curves.map(({ run }) => run)));
  const point = (key: string, index: number): void => {
    const curve = curves.find(({ run }) => run === key)?.curve;
    const found = Number(curve?.threshold[index] ?? Number.NaN);
    if (curve && pointAt(curve, view.threshold.peek()) !== index) view.moveThreshold(found);
  };
  return (
    <figure class="curve-figure">
      <figcaption>{TITLES[axes].name}</figcaption>
      {drawn.length === 0 ? (
        <p class="curve-note">{messages.noRocCounts}</p>
      ) : (
        <UnitPlot
          curves={drawn}
          xTitle={TITLES[axes].x}
          yTitle={TITLES[axes].y}
          summary={summaryOf(tag, axes, curves)}
          hasDiagonal={axes === "roc"}
          onPoint={point}
        />
      )}
    </figure>
  );
}

const FORMATS: readonly { format: TableFormat; name: string }[] = [
  { format: "csv", name: "CSV" },
  { format: "json", name: "JSON" },
];

function Download({ tag, curves }: Pick<PlotProps, "tag" | "curves">) {
  const save = (format: TableFormat): void => {
    const content = tableFile(curveTable(curves, runName), format);
    const name = fileStem(tag);
    download(new Blob([content], { type: "text/plain;charset=utf-8" }), `${name}.${format}`);
  };
  return (
    <MenuButton icon="download" label={messages.downloadTag(tag)} shortcut="e" exports="card">
      {FORMATS.map(({ format, name }) => (
        <MenuItem key={format} onChoose={() => save(format)}>
          {name}
        </MenuItem>
      ))}
    </MenuButton>
  );
}

interface CurvesQuery {
  readonly tag: string;
  readonly runs: readonly string[];
  readonly step: number | null;
}

const MAX_IDLE = 40;

const curves = new QueryCache<CurvesQuery, Curves>({
  fetch: ({ tag, runs, step }, signal) => getCurves(tag, runs, step, signal),
  version: ({ tag, runs }) => seriesVersion(tag, runs),
  maxIdle: MAX_IDLE,
});

interface DrawnProps {
  readonly tag: Tag;
  readonly runs: readonly string[];
  readonly steps: readonly number[];
}

function Drawn({ tag: { tag }, runs, steps }: DrawnProps) {
  const shown = nearestStep(steps, stepChosen.value) ?? 0;
  const { data, error } = useQuery(curves, { tag, runs, step: stepChosen.value });
  const ordered = inListedOrder(data?.curves ?? [], ({ run }) => run);
  if (error !== null) return <ErrorState title={messages.curvesFailed} error={error} />;
  return (
    <>
      {steps.length > 1 && (
        <div class="curve-steps">
          <StepSlider
            label={messages.stepOf(tag)}
            steps={steps}
            value={shown}
            onMove={moveStep}
            onSettle={settleHistory}
          />
          <span class="curve-note">{messages.nearestSteps}</span>
        </div>
      )}
      {data === null ? (
        <p class="curve-note">{messages.loadingCurves}</p>
      ) : (
        <>
          <div class="curve-plots">
            <Plot tag={tag} axes="precision" curves={ordered} />
            <Plot tag={tag} axes="roc" curves={ordered} />
          </div>
          <CountsTable tag={tag} curves={ordered} threshold={view.threshold.value} />
          <Download tag={tag} curves={ordered} />
        </>
      )}
    </>
  );
}

export function CurveCard({ tag }: { tag: Tag }) {
  const element = useRef<HTMLElement>(null);
  const visible = useInViewport(element);
  const { data, error } = useQuery(stepsOfTags, { kind: "curves", tags: [tag.tag] });
  const places = runPlaces.value;
  const series = useMemo(() => {
    const shown = (data?.series ?? []).filter(({ run }) => places.has(run));
    return inListedOrder(shown, ({ run }) => run, places).slice(0, MAX_RUNS);
  }, [data, places]);
  const steps = useMemo(() => unionOfSteps(series.map(({ step }) => step.map(Number))), [series]);
  useStepsOfCard(`curves ${tag.tag}`, steps);
  const name = tag.display_name || tag.tag;
  return (
    <article class="curve-card" ref={element} aria-label={name} {...NAVIGABLE}>
      <h2>
        <Term explanation={plainMarkdown(tag.description)}>{name}</Term>
      </h2>
      {error !== null && <ErrorState title={messages.stepsFailed} error={error} />}
      {visible && steps.length > 0 && (
        <Drawn tag={tag} runs={series.map(({ run }) => run)} steps={steps} />
      )}
    </article>
  );
}
