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
import { useLines } from "./use-lines";

/** Answers that were read for one printing, by their queries. */
export type ReadAnswers = Map<string, Scalars | null>;

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
function answerTo(query: ScalarsQuery, read: ReadAnswers): Scalars | null {
  const known = scalarsCache.entry(query).state.peek().data;
  if (known !== null) return known;
  const key = scalarsCache.keyOf(query);
  // A report unpacks its answers, for which no page can wait.
  if (!read.has(key)) read.set(key, boot.report === null ? getScalarsNow(query) : null);
  return read.get(key) ?? null;
}

function answersOf(queries: readonly ScalarsQuery[], read: ReadAnswers): Scalars[] | null {
  const answers = queries.map((query) => answerTo(query, read));
  return answers.includes(null) ? null : answers.flatMap((answer) => answer ?? []);
}

function cardOf(spec: CardSpec, read: ReadAnswers): Card | null {
  const answers = answersOf(queriesOf(spec), read);
  if (answers === null) return null;
  const isOffSteps = answers.length > 0 && answers.every(isAtOneStep);
  const overTime = isOffSteps ? answersOf(queriesOf(spec, "wall_time"), read) : null;
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
  if (isReady) onMade({ card, drawn });
  return null;
}

/** What a card would draw; null where that cannot be known at once. */
export function unseenCard(spec: CardSpec, read: ReadAnswers): Shown | null {
  const card = cardOf(spec, read);
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
