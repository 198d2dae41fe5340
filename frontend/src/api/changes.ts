/** Where the value of a tag changes in each run, and where steps are on an axis. */
import { getJson, resourceUrl } from "./client";
import type { XAxis } from "./scalars";
import type { Changes, Places } from "./types";

export interface ChangesQuery {
  readonly tag: string;
  /** Run ids. */
  readonly runs: readonly string[];
  readonly axis: XAxis;
  readonly baseline: string | undefined;
  /** Of a run with more changes, only their number comes. */
  readonly most: number;
}

export function getChanges(query: ChangesQuery, signal?: AbortSignal): Promise<Changes> {
  const { tag, runs, axis, baseline, most } = query;
  const url = resourceUrl("api/expressions/changes", { tag, run: runs, x: axis, baseline, most });
  return getJson(url, signal);
}

export interface PlacesQuery {
  /** A tag, or an expression. */
  readonly tag: string;
  readonly isExpression: boolean;
  /** Run ids. */
  readonly runs: readonly string[];
  readonly axis: XAxis;
  readonly baseline: string | undefined;
  readonly steps: readonly number[];
}

export function getPlaces(query: PlacesQuery, signal?: AbortSignal): Promise<Places> {
  const { tag, isExpression, runs, axis, baseline, steps } = query;
  const of = isExpression ? "expression" : "tag";
  const parameters = { [of]: tag, run: runs, x: axis, baseline, step: steps.map(String) };
  return getJson(resourceUrl("api/expressions/places", parameters), signal);
}
