/** What cards ask the server for. */
import type { ScalarsQuery } from "../../../api/scalars";
import type { Run } from "../../../api/types";
import { isNothing, type Smoothing } from "../../../lib/algorithms/smoothing";
import { baseline } from "../../../state/runs/runs";
import type { CardSpec } from "../options/card-spec";
import { printSmoothing } from "../options/smoothing-option";

/** A chart with more lines tells nothing, and an address with more runs is refused. */
export const MAX_RUNS = 300;

/** More points of a run than this come as buckets: about two per pixel of a wide card. */
export const CARD_POINTS = 1000;

/** A tag, and the runs that have it. */
export interface TagRuns {
  /** Or an expression. */
  readonly tag: string;
  readonly isExpression?: true;
  readonly runs: readonly string[];
}

/**
 * The runs shown that have each tag of a card, or may have it: the server reads the requested
 * series next.
 */
export function tagRuns(
  { tags, only }: Pick<CardSpec, "tags" | "only">,
  all: readonly Pick<Run, "id" | "first_wall_time">[],
): TagRuns[] {
  const shown = only === undefined ? all : all.filter(({ id }) => only.has(id));
  const most = Math.ceil(MAX_RUNS / Math.max(1, tags.length));
  return tags.map((tag) => {
    // Only the server knows which runs have all that an expression names.
    if (tag.isExpression) {
      return { tag: tag.tag, isExpression: true, runs: shown.map(({ id }) => id).slice(-most) };
    }
    const having = new Set(tag.runs);
    const requested = shown.filter(
      ({ id, first_wall_time }) => having.has(id) || first_wall_time === null,
    );
    return { tag: tag.tag, runs: requested.map(({ id }) => id).slice(-most) };
  });
}

/** What all queries of a card have in common. */
export type CardQuery = Required<Pick<ScalarsQuery, "points" | "axis" | "range" | "smoothing">>;

/** One query for each tag. */
export function queriesOver(requested: readonly TagRuns[], common: CardQuery): ScalarsQuery[] {
  return requested.map((one) => ({
    ...one,
    ...common,
    ...baselineOf(`${one.isExpression ? one.tag : ""} ${common.axis}`),
    superseded: false,
    context: true,
  }));
}

/** The baseline run, where an expression is about it. */
function baselineOf(texts: string): Pick<ScalarsQuery, "baseline"> {
  const id = texts.includes("baseline") ? baseline.value?.id : undefined;
  return id === undefined ? {} : { baseline: id };
}

/** A smoothing as a query names it. */
export function smoothingParameter(smoothing: Smoothing): string | null {
  return isNothing(smoothing) ? null : printSmoothing(smoothing);
}
