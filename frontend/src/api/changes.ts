/** Where the value of a tag changes in each run. */
import { getJson, resourceUrl } from "./client";
import type { XAxis } from "./scalars";
import type { Changes } from "./types";

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
