/** A tag's card: one line per run shown, and what the lines say under the cursor. */
import { useSignalEffect } from "@preact/signals";
import type { RefObject } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { Scalars } from "../../api/scalars";
import type { Axis, Tag } from "../../api/types";
import type { AxisKind, ChartLines, ChartPoint } from "../../chart/chart-line";
import { LineChart } from "../../chart/line-chart";
import { finiteOrNull } from "../../lib/json-number";
import { counted } from "../../lib/number-text";
import { runById, runColour, runSlots, shownRuns } from "../../state/runs";
import { appliedTheme } from "../../state/theme";
import { Failure } from "../../ui/failure";
import { useVisible } from "../../ui/use-visible";
import { CardHeader, MOST_RUNS } from "./card-header";
import { cardLines, type RunLook } from "./card-lines";
import { chartSummary, plotNote } from "./chart-summary";
import { cursorOn } from "./readout";
import { supersededLines } from "./superseded";
import { type Card, useCard } from "./use-card";
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

/**
 * The runs shown that have the tag, or may have it: what is asked for is what the server reads
 * next. Tags and runs are many, so this is not done at each drawing.
 */
function useRunsToAsk(tag: Tag): readonly string[] {
  const shown = shownRuns.value;
  return useMemo(() => {
    const having = new Set(tag.runs);
    const asked = shown.filter(
      ({ id, first_wall_time }) => having.has(id) || first_wall_time === null,
    );
    return asked.map(({ id }) => id).slice(-MOST_RUNS);
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

function useLines({ scalars, superseded }: Card): ChartLines {
  const smoothing = view.smoothing.value;
  const slots = runSlots.value;
  const theme = appliedTheme.value;
  // Slots and theme are what lookOf reads.
  const lines = useMemo(
    () => (scalars === null ? [] : cardLines(scalars, lookOf, smoothing)),
    [scalars, smoothing, slots, theme],
  );
  const under = useMemo(
    () =>
      scalars === null || superseded === null
        ? []
        : supersededLines(scalars, superseded, lookOf, smoothing),
    [scalars, superseded, smoothing, slots, theme],
  );
  return { lines, under };
}

function takeCursor(tag: string, axis: Axis, point: ChartPoint | null): void {
  if (point !== null) view.cursor.value = { tag, axis, ...point };
  else if (view.cursor.peek()?.tag === tag) view.cursor.value = null;
}

interface DrawnProps extends ChartLines {
  readonly tag: string;
  readonly card: Card;
  readonly scalars: Scalars;
}

/** The parts that follow the cursor, apart from those that need not. */
function Chart({ tag, card, scalars, lines, under }: DrawnProps) {
  const axis = scalars.x;
  return (
    <LineChart
      lines={lines}
      under={under}
      axis={AXIS_KINDS[axis]}
      log={view.logY.value}
      range={card.range}
      cursorX={cursorOn({ tag, axis }, view.cursor.value)?.x ?? null}
      theme={appliedTheme.value}
      onCursor={(point) => takeCursor(tag, axis, point)}
      onZoom={card.zoom}
      onReset={() => card.zoom(null)}
    />
  );
}

function Values({ tag, scalars, lines, full }: DrawnProps & { readonly full: boolean }) {
  return (
    <ValueTable
      lines={lines}
      axis={scalars.x}
      cursor={cursorOn({ tag, axis: scalars.x }, view.cursor.value)}
      most={full ? MOST_RUNS : undefined}
    />
  );
}

function Plot(props: DrawnProps) {
  const { scalars, card, lines } = props;
  const log = view.logY.value;
  const note = useMemo(() => plotNote(lines, log), [lines, log]);
  const summary = useMemo(() => chartSummary(scalars, nameOf), [scalars]);
  return (
    <figure class="card-plot">
      <Chart {...props} />
      {note && <p class={note.empty ? "plot-note" : "plot-note aside"}>{note.text}</p>}
      {card.isOffSteps && !note && (
        <p class="plot-note aside">All points share one step, so this is over wall time</p>
      )}
      <figcaption class="visually-hidden">{summary}</figcaption>
    </figure>
  );
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
  readonly card: Card;
  readonly runs: number;
  readonly full: boolean;
}

/** What was read stays below the word that newer data could not be. */
function Content({ tag, card, runs, full }: ContentProps) {
  const { scalars, error, retry } = card;
  const drawn = useLines(card);
  const failure = error !== null && (
    <Failure title={`${tag} could not be read`} error={error} onRetry={retry} />
  );
  if (scalars === null || scalars.series.length === 0) {
    return failure || <Waiting runs={runs} />;
  }
  return (
    <>
      {failure}
      <Plot tag={tag} card={card} scalars={scalars} {...drawn} />
      <Values tag={tag} card={card} scalars={scalars} {...drawn} full={full} />
    </>
  );
}

export function ScalarCard({ tag, full = false }: { tag: Tag; full?: boolean }) {
  const element = useRef<HTMLElement>(null);
  const runs = useRunsToAsk(tag);
  const isCovered = !full && view.fullScreenTag.value !== null;
  const isVisible = useVisible(element) && !isCovered;
  const card = useCard(tag.tag, runs, full ? FULL_SCREEN_POINTS : CARD_POINTS, isVisible);
  useFocus(element, tag.tag, full);
  return (
    <article
      class="scalar-card"
      aria-label={tag.tag}
      data-tag={tag.tag}
      tabIndex={-1}
      ref={element}
    >
      <CardHeader tag={tag} scalars={card.scalars} asked={runs.length} full={full} />
      <Content tag={tag.tag} card={card} runs={runs.length} full={full} />
    </article>
  );
}
