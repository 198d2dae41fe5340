/** One chart: the tags that its patterns stand for, or lines with bands, in all runs shown. */
import { useMemo, useRef, useState } from "preact/hooks";
import { getScalars, type Scalars } from "../../api/scalars";
import type { ChartPoint } from "../../chart/chart-line";
import { LineChart } from "../../chart/line-chart";
import { counted, valueText } from "../../lib/number-text";
import { lowerBound } from "../../lib/sorted";
import { runColour, runName, runSlots, shownRuns } from "../../state/runs";
import { step, stepRange } from "../../state/steps";
import { appliedTheme } from "../../state/theme";
import { useAnswer } from "../../state/use-answer";
import { Failure } from "../../ui/failure";
import { useVisible } from "../../ui/use-visible";
import { type CustomLine, marginLines, tagLines } from "./lines";
import type { ChartPlan, MarginTags } from "./plan";
import * as view from "./view";

const POINTS = 1000;
const MOST_TAGS = 24;
const MOST_RUNS = 100;
const MOST_ROWS = 40;

interface CustomCardProps {
  readonly plan: ChartPlan;
  /** The tags that the patterns of the plan stand for. */
  readonly tags: readonly string[];
  readonly error: string | null;
  /** What can be done with the chart. */
  readonly actions?: preact.ComponentChildren;
}

function tagsOf(margins: readonly MarginTags[]): string[] {
  return [...new Set(margins.flatMap(({ value, lower, upper }) => [value, lower, upper]))];
}

/** A tag that no run has any more leaves the others to be drawn. */
async function askAll(tags: readonly string[], runs: readonly string[], signal: AbortSignal) {
  const range = view.zoom.peek();
  const query = { runs, axis: "step", range, points: POINTS, superseded: false } as const;
  const settled = await Promise.allSettled(
    tags.map((tag) => getScalars({ ...query, tag }, signal)),
  );
  const failed = settled.find((one) => one.status === "rejected");
  const answers = settled.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  if (answers.length === 0 && failed !== undefined) throw failed.reason;
  return answers;
}

function useLines({ plan }: CustomCardProps, answers: readonly Scalars[] | null): CustomLine[] {
  const weight = view.smoothing.value;
  const [slots, theme] = [runSlots.value, appliedTheme.value];
  // Slots and theme are what runColour reads.
  return useMemo(() => {
    if (answers === null) return [];
    const lookOf = (run: string, tag: string) => ({
      colour: runColour(run),
      name: `${runName(run)} · ${tag}`,
    });
    const banded = marginLines(answers, plan.margins, lookOf);
    const inBands = new Set(tagsOf(plan.margins));
    const plain = answers.filter(({ tag }) => !inBands.has(tag));
    return [...tagLines(plain, weight, lookOf), ...banded];
  }, [answers, plan, weight, slots, theme]);
}

/** The value of a line at the point nearest to `x`; at its end without one. */
function valueNear({ x, y }: CustomLine, at: number | null): number {
  if (at === null) return y.at(-1) ?? Number.NaN;
  const after = Math.min(lowerBound(x, at), x.length - 1);
  const before = Math.max(0, after - 1);
  const isBefore = Math.abs((x[before] ?? 0) - at) < Math.abs((x[after] ?? 0) - at);
  return y[isBefore ? before : after] ?? Number.NaN;
}

function Legend({ lines, at }: { lines: readonly CustomLine[]; at: number | null }) {
  return (
    <table class="custom-legend">
      <caption class="visually-hidden">
        {at === null ? "The last values" : `Values near step ${Math.round(at)}`}
      </caption>
      <tbody>
        {lines.slice(0, MOST_ROWS).map((line) => (
          <tr key={line.key}>
            <th scope="row">
              <svg width={22} height={8} aria-hidden="true">
                <line
                  x1={0}
                  x2={22}
                  y1={4}
                  y2={4}
                  stroke-dasharray={["", "7 4", "2 3.5", "9 3 2 3"][Math.min(line.dash, 3)]}
                  style={{ stroke: line.colour }}
                />
              </svg>
              <span title={line.name}>{line.name}</span>
            </th>
            <td>{valueText(valueNear(line, at))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Chart({ lines, title }: { lines: readonly CustomLine[]; title: string }) {
  const [point, setPoint] = useState<ChartPoint | null>(null);
  const range = stepRange.value;
  const chosenRange = useMemo(() => range && ([range.from, range.to] as const), [range]);
  return (
    <>
      <figure class="custom-plot">
        <figcaption class="visually-hidden">
          {title}, {counted(lines.length, "line")} over steps. The values stand below.
        </figcaption>
        <LineChart
          lines={lines}
          under={NO_LINES}
          references={NO_REFERENCES}
          chosenX={step.value}
          chosenRange={chosenRange}
          axis="number"
          logX={false}
          logY={view.logY.value}
          range={view.zoom.value}
          yRange={null}
          hidesOutliers={false}
          cursorX={null}
          theme={appliedTheme.value}
          onCursor={setPoint}
          onZoom={(next, _y, isLast) => isLast && view.setZoom(next)}
          onReset={() => view.setZoom(null)}
          onPick={() => undefined}
        />
      </figure>
      <Legend lines={lines} at={point?.x ?? null} />
    </>
  );
}

const NO_LINES: readonly CustomLine[] = [];
const NO_REFERENCES: readonly never[] = [];

export function CustomCard(props: CustomCardProps) {
  const { plan, tags, error: patternError, actions } = props;
  const element = useRef<HTMLElement>(null);
  const visible = useVisible(element);
  const runs = shownRuns.value.map(({ id }) => id).slice(-MOST_RUNS);
  const asked = [...new Set([...tags, ...tagsOf(plan.margins)])].slice(0, MOST_TAGS);
  const key = JSON.stringify([asked, runs, view.zoom.value]);
  const { data, error } = useAnswer(visible && asked.length > 0 ? key : null, (signal) =>
    askAll(asked, runs, signal),
  );
  const lines = useLines(props, data);
  const title = plan.title || plan.patterns.join(", ");
  return (
    <article class="custom-card" ref={element} aria-label={title}>
      <header>
        <h3 title={plan.patterns.join("\n")}>{title}</h3>
        {actions}
      </header>
      {patternError !== null && <p class="custom-note">{patternError}</p>}
      {error !== null && <Failure title="The chart could not be read" error={error} />}
      {asked.length === 0 && patternError === null && (
        <p class="custom-note">No scalar tag matches {plan.patterns.join(", ")}.</p>
      )}
      {data !== null && lines.length === 0 && (
        <p class="custom-note">None of the runs shown has these tags.</p>
      )}
      {lines.length > 0 && <Chart lines={lines} title={title} />}
    </article>
  );
}
