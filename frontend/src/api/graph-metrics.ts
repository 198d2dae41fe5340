/** What a run logged of the scopes of a graph: a metric at each step of a window. */
import { getBytes, type QueryValue, resourceUrl } from "./client";
import { decodeColumns } from "./columns";

export interface ScopeMetrics {
  /** Ascending; spread evenly over the `totalSteps` that were logged. */
  readonly steps: readonly number[];
  readonly totalSteps: number;
  /** The row of each scope, node or group by its full name. */
  readonly rowByName: ReadonlyMap<string, number>;
  /** How many tags each row has itself; 0 for one that shows the worst inside it. */
  readonly tags: Float64Array;
  /** Rows one after another: NaN where nothing was logged so far, infinite where it is no number. */
  readonly values: Float64Array;
  /** The ends of all finite values; NaN without any. */
  readonly least: number;
  readonly greatest: number;
}

interface Header extends Readonly<Record<string, unknown>> {
  readonly names: readonly string[];
  readonly least: number | string;
  readonly greatest: number | string;
  readonly total_steps: number;
}

/** Throws ApiError when the server refuses, DecodeError when the answer makes no sense. */
export async function getScopeMetrics(
  graph: string,
  query: Readonly<Record<string, QueryValue>>,
  signal?: AbortSignal,
): Promise<ScopeMetrics> {
  const path = `api/graphs/${encodeURIComponent(graph)}/metrics`;
  return decodeScopeMetrics(await getBytes(resourceUrl(path, query), signal));
}

export function decodeScopeMetrics(body: ArrayBuffer): ScopeMetrics {
  const { header, column } = decodeColumns<Header>(body);
  return {
    steps: Array.from(column(header, "steps")),
    totalSteps: header.total_steps,
    rowByName: new Map(header.names.map((name, row) => [name, row])),
    tags: column(header, "tags"),
    values: column(header, "values"),
    least: Number(header.least),
    greatest: Number(header.greatest),
  };
}
