/** What cards would draw that are too far from the viewport to be on the page. */
import { render } from "preact";
import type { Scalars, ScalarsQuery } from "../../../api/scalars";
import { getScalarsNow } from "../../../api/scalars-now";
import { boot } from "../../../state/base/boot";
import { shownRuns } from "../../../state/runs/runs";
import { CARD_POINTS, queriesOver, smoothingParameter, tagRuns } from "../data/scalar-queries";
import { scalarsCache } from "../data/scalars-cache";
import { isAtOneStep } from "../data/single-step";
import type { Card } from "../data/use-card-data";
import { frameOf } from "../options/card-options";
import type { CardSpec } from "../options/card-spec";
import { axis, settledSmoothing } from "../options/tab-options";
import type { Shown } from "./card-content";
import { useBars, useLines } from "./use-lines";

/** What is read for one printing, while the page stands still. */
export class PrintReading {
  private readonly answers = new Map<string, Scalars | null>();
  private readonly until: number;
  /** Whether a request had no answer: the next ones would have none, each of them after its time. */
  private isCut = false;

  constructor(mostMs: number) {
    this.until = performance.now() + mostMs;
  }

  /** Null where it cannot be read in time. */
  read(key: string, query: ScalarsQuery): Scalars | null {
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    const left = this.until - performance.now();
    if (left <= 0 || this.isCut) return null;
    const answer = getScalarsNow(query, left / 1000);
    this.isCut = answer === undefined;
    this.answers.set(key, answer ?? null);
    return answer ?? null;
  }
}

/** The queries of a card as it is on the page first: over time where steps tell nothing. */
function queriesOf(spec: CardSpec, over = axis.peek()): ScalarsQuery[] {
  const { tags, only } = spec;
  const requested = tagRuns(only === undefined ? { tags } : { tags, only }, shownRuns.peek());
  return queriesOver(requested, {
    points: CARD_POINTS,
    axis: over,
    range: over === axis.peek() ? frameOf(spec.id).x : null,
    smoothing: smoothingParameter(settledSmoothing.peek()),
  }).filter(({ runs }) => runs.length > 0);
}

/** Null where an answer is not known and cannot be read at once. */
function answerTo(query: ScalarsQuery, reading: PrintReading): Scalars | null {
  const known = scalarsCache.entry(query).state.peek().data;
  if (known !== null) return known;
  // A report unpacks its answers, for which no page can wait.
  return boot.report === null ? reading.read(scalarsCache.keyOf(query), query) : null;
}

function answersOf(queries: readonly ScalarsQuery[], reading: PrintReading): Scalars[] | null {
  const answers = queries.map((query) => answerTo(query, reading));
  return answers.includes(null) ? null : answers.flatMap((answer) => answer ?? []);
}

function cardOf(spec: CardSpec, reading: PrintReading): Card | null {
  const answers = answersOf(queriesOf(spec), reading);
  if (answers === null) return null;
  const isOffSteps = answers.length > 0 && answers.every(isAtOneStep);
  const overTime = isOffSteps ? answersOf(queriesOf(spec, "wall_time"), reading) : null;
  const { x, y } = frameOf(spec.id);
  return {
    answers: overTime ?? answers,
    superseded: [],
    isOffSteps,
    range: overTime === null ? x : null,
    yRange: y,
    zoom: () => {},
    error: null,
    retry: () => {},
  };
}

interface LinesProps {
  readonly spec: CardSpec;
  readonly card: Card;
  readonly onMade: (shown: Shown) => void;
}

/** Makes the lines of a card as the card does, and draws nothing. */
function Lines({ spec, card, onMade }: LinesProps) {
  const { drawn, isReady } = useLines(spec, card);
  const bars = useBars(spec, card);
  if (isReady) onMade({ card, drawn, bars });
  return null;
}

/** What a card would draw; null where that cannot be known at once. */
export function unseenCard(spec: CardSpec, reading: PrintReading): Shown | null {
  const card = cardOf(spec, reading);
  if (card === null) return null;
  const nowhere = document.createElement("div");
  const made: Shown[] = [];
  render(<Lines spec={spec} card={card} onMade={(shown) => made.push(shown)} />, nowhere);
  render(null, nowhere);
  return made.at(-1) ?? null;
}

/** Has the answers of cards unpacked that a report holds, before they may be printed. */
export function prefetchUnseen(specs: readonly CardSpec[]): void {
  for (const query of specs.flatMap((spec) => queriesOf(spec))) scalarsCache.prefetch(query);
}
