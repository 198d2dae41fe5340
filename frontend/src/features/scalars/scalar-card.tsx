/** A tag's card: one line per run shown, and what the lines say under the cursor. */
import { useSignalEffect } from "@preact/signals";
import type { RefObject } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { Scalars } from "../../api/scalars";
import type { Axis, Tag } from "../../api/types";
import type { AxisKind, ChartLine, ChartPoint } from "../../chart/chart-line";
import { LineChart } from "../../chart/line-chart";
import { finiteOrNull } from "../../lib/json-number";
import { counted } from "../../lib/number-text";
import { runById, runColour, runSlots, shownRuns } from "../../state/runs";
import { appliedTheme } from "../../state/theme";
import { Failure } from "../../ui/failure";
import { type CardData, useCardData } from "./card-data";
import { CardHeader, MOST_RUNS } from "./card-header";
import { cardLines, type RunLook } from "./card-lines";
import { chartSummary, plotNote } from "./chart-summary";
import { cursorOn } from "./readout";
import { ValueTable } from "./value-table";
import * as view from "./view";

/** More points of a run than this come as buckets: about two per pixel of a wide card. */
const CARD_POINTS = 1000;
const FULL_SCREEN_POINTS = 4000;

const AXIS_KINDS: Record<Axis, AxisKind> = {
  step: "number",
  relative: "duration",
  wall_time: "moment",
};

/** The runs shown that have the tag. Tags and runs are many, so this is not done at each drawing. */
function useRunsToAsk(tag: Tag): readonly string[] {
  const shown = shownRuns.value;
  return useMemo(() => {
    const having = new Set(tag.runs);
    const asked = shown.map(({ id }) => id).filter((id) => having.has(id));
    return asked.slice(-MOST_RUNS);
  }, [tag, shown]);
}

/** In a part of the axis, an answer's first point is not the series' own: the run's comes near. */
function startOf(run: string): number | null {
  if (view.zoom.value === null) return null;
  return finiteOrNull(runById.value.get(run)?.first_wall_time ?? null);
}

function lookOf(run: string): RunLook {
  return {
    colour: runColour(run),
    slot: runSlots.value.get(run) ?? 0,
    start: startOf(run),
  };
}

function nameOf(run: string): string {
  return runById.value.get(run)?.name ?? run;
}

function useLines(scalars: Scalars | null): readonly ChartLine[] {
  const smoothing = view.smoothing.value;
  const slots = runSlots.value;
  const theme = appliedTheme.value;
  // Slots and theme are what lookOf reads.
  return useMemo(
    () => (scalars === null ? [] : cardLines(scalars, lookOf, smoothing)),
    [scalars, smoothing, slots, theme],
  );
}

function takeCursor(tag: string, point: ChartPoint | null): void {
  if (point !== null) view.cursor.value = { tag, ...point };
  else if (view.cursor.peek()?.tag === tag) view.cursor.value = null;
}

interface DrawnProps {
  readonly tag: string;
  readonly scalars: Scalars;
  readonly lines: readonly ChartLine[];
}

/** The parts that follow the cursor, apart from those that need not. */
function Chart({ tag, scalars, lines }: DrawnProps) {
  return (
    <LineChart
      lines={lines}
      axis={AXIS_KINDS[scalars.x]}
      log={view.logY.value}
      range={view.zoom.value}
      cursorX={view.cursor.value?.x ?? null}
      theme={appliedTheme.value}
      onCursor={(point) => takeCursor(tag, point)}
      onZoom={view.setZoom}
      onReset={() => view.setZoom(null)}
    />
  );
}

function Values({ tag, scalars, lines, full }: DrawnProps & { readonly full: boolean }) {
  return (
    <ValueTable
      lines={lines}
      axis={scalars.x}
      cursor={cursorOn(tag, view.cursor.value)}
      most={full ? MOST_RUNS : undefined}
    />
  );
}

function Plot(props: DrawnProps) {
  const log = view.logY.value;
  const note = useMemo(() => plotNote(props.lines, log), [props.lines, log]);
  const summary = useMemo(() => chartSummary(props.scalars, nameOf), [props.scalars]);
  return (
    <figure class="card-plot">
      <Chart {...props} />
      {note && <p class={note.empty ? "plot-note" : "plot-note aside"}>{note.text}</p>}
      <figcaption class="visually-hidden">{summary}</figcaption>
    </figure>
  );
}

function useCard(tag: Tag, runs: readonly string[], full: boolean): CardData {
  return useCardData({
    tag: tag.tag,
    runs,
    axis: view.axis.value,
    range: view.zoom.value,
    points: full ? FULL_SCREEN_POINTS : CARD_POINTS,
  });
}

/** Takes the focus when the keys have reached the card, once: it may stand elsewhere afterwards. */
function useFocus(element: RefObject<HTMLElement | null>, tag: string, full: boolean): void {
  useSignalEffect(() => {
    if (full || view.tagToFocus.value !== tag) return;
    element.current?.focus({ preventScroll: true });
    view.tagToFocus.value = null;
  });
}

function Waiting({ runs }: { runs: number }) {
  return (
    <div class="card-waiting" role="status">
      {runs === 0 ? "None of the runs shown has this tag" : counted(runs, "run")}
    </div>
  );
}

interface ContentProps {
  readonly tag: string;
  readonly data: CardData;
  readonly runs: number;
  readonly full: boolean;
}

/** What was read stays below the word that newer data could not be. */
function Content({ tag, data, runs, full }: ContentProps) {
  const { scalars, error, retry } = data;
  const lines = useLines(scalars);
  const failure = error !== null && (
    <Failure title={`${tag} could not be read`} error={error} onRetry={retry} />
  );
  if (scalars === null) return failure || <Waiting runs={runs} />;
  return (
    <>
      {failure}
      <Plot tag={tag} scalars={scalars} lines={lines} />
      <Values tag={tag} scalars={scalars} lines={lines} full={full} />
    </>
  );
}

export function ScalarCard({ tag, full = false }: { tag: Tag; full?: boolean }) {
  const element = useRef<HTMLElement>(null);
  const runs = useRunsToAsk(tag);
  const data = useCard(tag, runs, full);
  useFocus(element, tag.tag, full);
  return (
    <article
      class="scalar-card"
      aria-label={tag.tag}
      data-tag={tag.tag}
      tabIndex={-1}
      ref={element}
    >
      <CardHeader tag={tag} scalars={data.scalars} asked={runs.length} full={full} />
      <Content tag={tag.tag} data={data} runs={runs.length} full={full} />
    </article>
  );
}
