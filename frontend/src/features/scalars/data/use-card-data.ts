/** All that one card draws: its series, what was superseded in them, and over which axis. */
import { useRef, useState } from "preact/hooks";
import { isNamedAxis, type Scalars, type ScalarsQuery } from "../../../api/scalars";
import type { Range } from "../../../chart/model/chart-line";
import { runsWithHidden } from "../lines/hidden-points";
import * as choices from "../options/card-options";
import * as view from "../options/tab-options";
import { queriesOver, smoothingParameter, type TagRuns } from "./scalar-queries";
import { isAtOneStep } from "./single-step";
import { type CardScalars, useScalars } from "./use-scalars";

export interface Card extends CardScalars {
  /** The same with superseded points, of the runs that have any; empty unless they are shown. */
  readonly superseded: readonly Scalars[];
  /** The axis of steps was chosen, but all points have one step. */
  readonly isOffSteps: boolean;
  /** The parts of the axes to show; null for all of one. */
  readonly range: Range | null;
  readonly yRange: Range | null;
  readonly zoom: (range: Range | null, yRange: Range | null, isLast: boolean) => void;
}

/** Only of what is in sight changes are worth following; another card may cover a card. */
export type Seen = "in sight" | "near" | "covered";

/** The cards last seen with all points at one step: in a part of the axis that cannot be seen. */
const atOneStep = new Set<string>();

function noted(key: string, is: boolean): boolean {
  if (is) atOneStep.add(key);
  else atOneStep.delete(key);
  return is;
}

/** What is computed has no superseded points. */
function isOfTag({ isExpression, axis }: ScalarsQuery): boolean {
  return !isExpression && isNamedAxis(axis);
}

const NO_QUERIES: readonly ScalarsQuery[] = [];

interface Placed extends Omit<Card, "superseded"> {
  readonly queries: readonly ScalarsQuery[];
}

/** Over which axis a card is, and which parts of its axes it shows. */
interface AxisAndFrame {
  readonly axis: ScalarsQuery["axis"];
  readonly frame: ReturnType<typeof choices.frameOf>;
}

/** Where a card is; a covered card stays where it was, and requests and draws nothing meanwhile. */
function useAxisAndFrame(id: string, seen: Seen): AxisAndFrame {
  const place = { axis: view.axis.value, frame: choices.frameOf(id) };
  const shown = useRef(place);
  if (seen !== "covered") shown.current = place;
  return shown.current;
}

/** The card over the axis that was chosen, or over time where steps tell nothing. */
function useAxis(id: string, requested: readonly TagRuns[], points: number, seen: Seen): Placed {
  const key = `${id}\n${requested.map(({ runs }) => runs.join()).join("\n")}`;
  const { axis, frame } = useAxisAndFrame(id, seen);
  const visible = seen === "in sight";
  const isWhole = frame.x === null || atOneStep.has(key);
  const [ownRange, setOwnRange] = useState<Range | null>(null);
  const smoothing = smoothingParameter(view.settledSmoothing.value);
  const range = isWhole ? null : frame.x;
  const queries = queriesOver(requested, { points, axis, range, smoothing });
  const chosen = useScalars(queries, visible);
  const isKnown = chosen.answers.length > 0 && isWhole;
  const isOffSteps = isKnown && noted(key, chosen.answers.every(isAtOneStep));

  const timed = queriesOver(requested, { points, axis: "wall_time", range: ownRange, smoothing });
  const overTime = useScalars(isOffSteps ? timed : NO_QUERIES, visible);
  const zoom = (x: Range | null, y: Range | null, isLast: boolean): void => {
    if (isOffSteps) setOwnRange(x);
    choices.setFrame(id, isOffSteps ? frame.x : x, y, isLast);
  };
  const shared = { isOffSteps, yRange: frame.y, zoom };
  return isOffSteps
    ? { ...overTime, ...shared, range: ownRange, queries: timed }
    : { ...chosen, ...shared, range: frame.x, queries };
}

/** What a card draws; `points`: how many of a run at most, before they are put into buckets. */
export function useCard(
  id: string,
  requested: readonly TagRuns[],
  points: number,
  seen: Seen,
): Card {
  const { queries, ...card } = useAxis(id, requested, points, seen);
  const hiding = new Map(card.answers.map((answer) => [answer.tag, runsWithHidden(answer)]));
  const wanted = view.showsSuperseded.value
    ? queries.filter(isOfTag).map((query) => ({
        ...query,
        runs: hiding.get(query.tag) ?? [],
        superseded: true,
        smoothing: null,
      }))
    : NO_QUERIES;
  const { answers: superseded } = useScalars(wanted, seen === "in sight");
  return { ...card, superseded };
}
