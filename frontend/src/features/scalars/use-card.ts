/** All that one card draws: its series, what was superseded in them, and over which axis. */
import { useState } from "preact/hooks";
import type { Scalars, ScalarsQuery } from "../../api/scalars";
import type { Range } from "../../chart/chart-line";
import { type CardData, useCardData } from "./card-data";
import { isAtOneStep } from "./one-step";
import { runsWithHidden } from "./superseded";
import * as view from "./view";

export interface Card extends CardData {
  /** The same with superseded points, of the runs that have any; null unless they are shown. */
  readonly superseded: Scalars | null;
  /** The axis of steps was asked for, but all points stand at one. */
  readonly isOffSteps: boolean;
  /** The part of the x axis to show; null for all of it. */
  readonly range: Range | null;
  readonly zoom: (range: Range | null) => void;
}

/** The cards last seen with all points at one step: in a part of the axis that cannot be seen. */
const atOneStep = new Set<string>();

function noted(key: string, is: boolean): boolean {
  if (is) atOneStep.add(key);
  else atOneStep.delete(key);
  return is;
}

/** A query that asks nothing. */
function unasked(query: ScalarsQuery): ScalarsQuery {
  return { ...query, runs: [] };
}

/** The card over the axis that was chosen, or over time where steps tell nothing. */
function useAxis(query: ScalarsQuery, visible: boolean): Omit<Card, "superseded"> & Asked {
  const key = `${query.tag}\n${query.runs.join()}`;
  const isWhole = view.zoom.value === null || atOneStep.has(key);
  const [ownRange, setOwnRange] = useState<Range | null>(null);

  const asked = { ...query, axis: view.axis.value, range: isWhole ? null : view.zoom.value };
  const chosen = useCardData(asked, visible);
  const isOffSteps =
    chosen.scalars === null || !isWhole ? false : noted(key, isAtOneStep(chosen.scalars));

  const timed = { ...query, axis: "wall_time", range: ownRange } as const;
  const overTime = useCardData(isOffSteps ? timed : unasked(timed), visible);
  if (isOffSteps) {
    return { ...overTime, isOffSteps, range: ownRange, zoom: setOwnRange, asked: timed };
  }
  return { ...chosen, isOffSteps, range: view.zoom.value, zoom: view.setZoom, asked };
}

interface Asked {
  readonly asked: ScalarsQuery;
}

/** `visible`: whether changes are worth following. */
export function useCard(
  tag: string,
  runs: readonly string[],
  points: number,
  visible: boolean,
): Card {
  const query = { tag, runs, points, axis: "step", range: null, superseded: false } as const;
  const { asked, ...card } = useAxis(query, visible);
  const hiding = card.scalars === null ? [] : runsWithHidden(card.scalars);
  const wanted = view.showsSuperseded.value ? hiding : [];
  const all = useCardData({ ...asked, runs: wanted, superseded: true }, visible);
  return { ...card, superseded: wanted.length === 0 ? null : all.scalars };
}
