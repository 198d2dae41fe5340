/** What a run logged of a batch: the values of its tags that belong together, side by side. */
import type { MediaQuery } from "../../../api/media";
import { grouped } from "../../../lib/algorithms/group-by";
import { QueryCache } from "../../../state/server/query-cache";
import { seriesVersions } from "../../../state/server/series-version";

const MAX_IDLE = 100;

interface LoggedValue {
  readonly step: number | string;
  readonly nth: number;
}

export interface TaggedValue<V> {
  readonly tag: string;
  readonly value: V;
  /** The number of the first sample that is described. */
  readonly first: number;
}

/** Those of one step, and of one place among its values; never empty. */
export type TaggedValues<V> = readonly [TaggedValue<V>, ...TaggedValue<V>[]];

export function sideBySide<V extends LoggedValue>(
  all: readonly TaggedValue<V>[],
): readonly TaggedValues<V>[] {
  const places = grouped(all, ({ value }) => `${value.step} ${value.nth}`);
  return [...places.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}

/** Requests each tag, and joins the answers. */
async function getBatch<V extends LoggedValue>(
  queries: readonly MediaQuery[],
  get: (query: MediaQuery, signal: AbortSignal) => Promise<{ readonly values: readonly V[] }>,
  signal: AbortSignal,
): Promise<readonly TaggedValues<V>[]> {
  const answers = await Promise.all(
    queries.map(async (query) => {
      const { values } = await get(query, signal);
      return values.map((value) => ({ tag: query.tag, value, first: query.sample }));
    }),
  );
  return sideBySide(answers.flat());
}

/** The answers to the queries of a batch, which are together one query. */
export function batchCache<V extends LoggedValue>(
  get: (query: MediaQuery, signal: AbortSignal) => Promise<{ readonly values: readonly V[] }>,
): QueryCache<readonly MediaQuery[], readonly TaggedValues<V>[]> {
  return new QueryCache({
    fetch: (queries, signal) => getBatch(queries, get, signal),
    version: (queries) => seriesVersions(queries.map(({ tag, run }) => ({ tag, runs: [run] }))),
    maxIdle: MAX_IDLE,
  });
}

export function valuesOf<V>(all: readonly TaggedValues<V>[]): readonly V[] {
  return all.flat().map(({ value }) => value);
}
