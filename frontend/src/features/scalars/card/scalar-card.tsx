/** A card: one line per run or group shown, and what the lines say under the cursor. */
import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import type { XAxis } from "../../../api/scalars";
import { xExtent } from "../../../chart/axes/extent";
import { LINEAR } from "../../../chart/axes/scale";
import { LineChart } from "../../../chart/interactive/line-chart";
import type { ChartMarks, ChartPoint, Range } from "../../../chart/model/chart-line";
import type { ShortName } from "../../../lib/lists/shortener";
import { boot } from "../../../state/base/boot";
import { appliedTheme } from "../../../state/base/theme";
import {
  emphasise,
  emphasised,
  emphasisedOf,
  emphasiseNothing,
} from "../../../state/runs/emphasis";
import { marks } from "../../../state/runs/run-annotations";
import { identityById, runName } from "../../../state/runs/runs";
import { keySteps } from "../../../state/shell/announcements";
import { cardSize } from "../../../state/shell/card-size";
import { navigableCard, useFocusable } from "../../../state/shell/focused-card";
import { step, stepRange } from "../../../state/tags/selected-step";
import { ErrorState } from "../../../ui/feedback/error-state";
import { useInViewport } from "../../../ui/lists/use-in-viewport";
import { type LoggedPoints, NO_POINTS } from "../data/logged-points";
import { CARD_POINTS, MAX_RUNS } from "../data/scalar-queries";
import { type Card, useCard } from "../data/use-card-data";
import { useLoggedPoints } from "../data/use-raw-points";
import { axisKind } from "../lines/axis-text";
import { lineName } from "../lines/line-names";
import type { CardLine, Drawn } from "../lines/series-lines";
import * as messages from "../messages";
import * as choices from "../options/card-options";
import type { CardSpec } from "../options/card-spec";
import { changeMarks, commentMarks, flagPlacer, marksOn } from "../options/change-marks";
import { noteReach } from "../options/keyboard-zoom";
import { referencesOn } from "../options/reference-lines";
import * as view from "../options/tab-options";
import { plotNote, unsmoothedNote } from "../values/plot-notes";
import { mostRows, ValueTable } from "../values/tooltip-table";
import { cursorOn } from "../values/tooltip-values";
import type { Shown } from "./card-content";
import { CardHeader } from "./card-header";
import { CardSteps } from "./card-steps";
import { noteDrawn } from "./drawn-cards";
import { ChartCaption, ComparisonTable, SpokenValues, ValueBars, withSteps } from "./late-parts";
import { type CardLines, useBars, useLines, useTagRuns } from "./use-lines";

/** Points per run on a card that fills the window; a small change of its size requests no more. */
function fullScreenPoints(): number {
  return Math.max(CARD_POINTS, Math.ceil((2 * innerWidth) / CARD_POINTS) * CARD_POINTS);
}

function applyCursor(card: string, axis: XAxis, point: ChartPoint | null): void {
  if (point !== null) view.cursor.value = { card, axis, ...point };
  else if (view.cursor.peek()?.card === card) view.cursor.value = null;
}

/** What stands on the plot beside the lines; the same for as long as nothing in it changes. */
function useMarks(card: string, axis: XAxis): ChartMarks {
  const texts = choices.references.value;
  const isOverSteps = axis === "step";
  const chosenX = isOverSteps ? step.value : null;
  const range = isOverSteps ? stepRange.value : null;
  // Apart: the y axis depends on them, and is not to be worked out anew for each step.
  const references = useMemo(
    () => [...marksOn(axis), ...referencesOn(texts, card, axis).map(({ line }) => line)],
    [changeMarks.value, commentMarks.value, texts, card, axis],
  );
  return useMemo(
    () => ({ references, chosenX, chosenRange: range && ([range.from, range.to] as const) }),
    [references, chosenX, range],
  );
}

interface DrawnProps extends Drawn {
  readonly spec: CardSpec;
  readonly card: Card;
  readonly axis: XAxis;
}

/** What stands in front on a card, and what its lines say when the pointer is on one. */
function useEmphasis({ id, tags }: CardSpec, lines: readonly CardLine[]) {
  const pointed = emphasised.value;
  const front = useMemo(() => emphasisedOf(lines, pointed), [lines, pointed]);
  const onLine = (wanted: string | null): string | null => {
    const line = lines.find(({ key }) => key === wanted);
    if (line === undefined) {
      emphasiseNothing(id);
      return null;
    }
    emphasise(id, line.runs, line.key);
    return lineName(line, runName, tags);
  };
  return { front, onLine };
}

/** The parts that follow the cursor, apart from those that need not. */
function Chart({ spec, card, axis, lines, under }: DrawnProps) {
  const { id } = spec;
  return (
    <LineChart
      lines={lines}
      under={under}
      axis={axisKind(axis)}
      logX={axis !== "wall_time" && choices.isLog(id, "x")}
      logY={choices.isLog(id, "y")}
      range={card.range}
      yRange={card.yRange}
      hidesOutliers={view.outliers.value === "hidden"}
      lineWidth={view.LINE_WIDTHS[view.lineWidth.value]}
      {...useMarks(id, axis)}
      {...useEmphasis(spec, lines)}
      cursorX={cursorOn({ card: id, axis }, view.cursor.value)?.x ?? null}
      theme={appliedTheme.value}
      onDraw={(plot, axes) => flagPlacer.peek()?.(plot, axes, axis)}
      onCursor={(point) => applyCursor(id, axis, point)}
      onZoom={card.zoom}
      onReset={() => card.zoom(null, null, true)}
      onChoose={(range) => withSteps((code) => code.chooseSteps(card.answers, range))}
      onPick={(point) => withSteps((code) => code.selectSteps(id, card.answers, point))}
    />
  );
}

/** The range that is compared: the steps chosen, else what is shown, else all. */
function comparedRange(axis: XAxis, { range }: Card): Range | null {
  const chosen = axis === "step" ? stepRange.value : null;
  return chosen === null ? range : [chosen.from, chosen.to];
}

interface ValuesProps extends DrawnProps {
  readonly full: boolean;
  readonly points: LoggedPoints;
}

function Values({ spec, card, axis, lines, full, points }: ValuesProps) {
  const { id, tags } = spec;
  const names = useCallback(
    (line: CardLine) => lineName(line, runName, tags),
    [identityById.value, marks.value, tags],
  );
  const picked = axis === "step" ? step.value : null;
  if (choices.compared.value.includes(id)) {
    const range = comparedRange(axis, card);
    return <ComparisonTable card={id} nameOf={names} {...{ lines, axis, range, picked, points }} />;
  }
  const at = cursorOn({ card: id, axis }, view.cursor.value);
  return (
    <ValueTable
      card={id}
      lines={lines}
      nameOf={names}
      axis={axis}
      log={choices.isLog(id, "y")}
      range={card.range}
      cursor={at ?? (picked === null ? null : { x: picked, y: null })}
      points={at === null ? points : NO_POINTS}
      most={full ? MAX_RUNS : mostRows(cardSize.value)}
    />
  );
}

function Plot(props: DrawnProps) {
  const { spec, card, lines } = props;
  useEffect(() => {
    noteReach(spec.id, xExtent(lines, LINEAR));
    return () => noteReach(spec.id, null);
  }, [spec.id, lines]);
  const note = useMemo(() => plotNote(lines, card.range), [lines, card.range]);
  const aside = card.isOffSteps ? messages.oneStep : boot.report && unsmoothedNote(lines);
  return (
    <figure class="scalar-card-plot">
      <Chart {...props} />
      {note && <p class="scalar-plot-note">{note}</p>}
      {aside !== null && !note && <p class="scalar-plot-note aside">{aside}</p>}
      <figcaption class="ui-visually-hidden">
        <ChartCaption answers={card.answers} />
      </figcaption>
    </figure>
  );
}

function Waiting({ runs, note }: { runs: number; note: string | null }) {
  return (
    <div class="scalar-card-waiting" role="status">
      {note ?? (runs === 0 ? messages.noRunHasTag : messages.runCount(runs))}
    </div>
  );
}

interface ContentProps {
  readonly spec: CardSpec;
  readonly card: Card;
  readonly runs: number;
  readonly full: boolean;
  readonly made: CardLines;
  readonly bars: readonly CardLine[] | null;
  /** Whether its steps are those of the view. */
  readonly leads: boolean;
}

/** What was read stays below the word that newer data could not be. */
function Content({ spec, card, runs, full, made, bars, leads }: ContentProps) {
  const { answers, error, retry } = card;
  const { drawn, groupLinesOf, isReady } = made;
  const failure = error !== null && (
    <ErrorState title={messages.cardFailed(spec.title)} error={error} onRetry={retry} />
  );
  const axis = answers[0]?.x;
  const chosen = axis === "step" ? step.value : null;
  const points = useLoggedPoints(answers, chosen, groupLinesOf);
  if (axis === undefined || !isReady || answers.every(({ series }) => series.length === 0)) {
    // An expression may have no points though its tags have.
    const none = axis === undefined || !isReady || runs === 0 ? null : messages.noPointOfRuns;
    return failure || <Waiting runs={runs} note={spec.laidOut?.note ?? none} />;
  }
  return (
    <>
      {failure}
      {bars === null ? (
        <Plot spec={spec} card={card} axis={axis} {...drawn} />
      ) : (
        <ValueBars
          card={spec.id}
          lines={bars}
          nameOf={(line) => lineName(line, runName, spec.tags)}
          log={choices.isLog(spec.id, "y")}
          full={full}
        />
      )}
      {(bars === null || choices.compared.value.includes(spec.id)) && (
        <Values spec={spec} card={card} axis={axis} {...drawn} full={full} points={points} />
      )}
      {leads && <CardSteps answers={answers} chosen={chosen} points={points} />}
      {leads && keySteps.value > 0 && chosen !== null && (
        <SpokenValues
          name={spec.name}
          lines={drawn.lines}
          nameOf={(line) => lineName(line, runName, spec.tags)}
          axis={axis}
          chosen={chosen}
          points={points}
        />
      )}
    </>
  );
}

/** Reads what the card shows by now, without a change whenever that does. */
function useLatest(shown: Shown): () => Shown {
  const latest = useRef(shown);
  latest.current = shown;
  return useCallback(() => latest.current, []);
}

interface ScalarCardProps {
  readonly spec: CardSpec;
  /** What tells it from the cards beside it; without one, its whole name does. */
  readonly title?: ShortName | undefined;
  readonly full?: boolean;
  /** Whether it is the first on the page. */
  readonly first?: boolean;
}

export function ScalarCard({ spec, title, full = false, first = false }: ScalarCardProps) {
  const element = useRef<HTMLElement>(null);
  const { id } = spec;
  const requested = useTagRuns(spec);
  const isCovered = !full && view.fullScreenCard.value !== null;
  const isInSight = useInViewport(element);
  const seen = isCovered ? "covered" : full || isInSight ? "in sight" : "near";
  const card = useCard(id, requested, full ? fullScreenPoints() : CARD_POINTS, seen);
  const made = useLines(spec, card);
  const bars = useBars(spec, card);
  const shown = useLatest({ card, drawn: made.drawn, bars });
  useEffect(() => noteDrawn(id, { spec, shown }), [id, spec, shown]);
  const { answers, range, yRange } = card;
  useFocusable(element, view.reached, id, full);
  const runs = new Set(requested.flatMap((one) => one.runs)).size;
  const reached = view.reached.id.value;
  const leads = full || (!isCovered && (reached === null ? first : reached === id));
  return (
    <article class="scalar-card" aria-label={spec.name} ref={element} {...navigableCard(id)}>
      <CardHeader {...{ spec, title, shown, answers, range, yRange, full }} requested={runs} />
      <Content {...{ spec, card, runs, full, made, bars, leads }} />
    </article>
  );
}
