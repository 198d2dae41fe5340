/** Histograms of a tag, and the steps at which what stays in event files was logged. */
import { getBytes, resourceUrl } from "./client";
import { type Decoded, decodeColumns } from "./columns";

export interface HistogramsQuery {
  readonly tag: string;
  /** Run ids. */
  readonly runs: readonly string[];
  /** The range of steps, both ends inclusive and maybe infinite; null for all. */
  readonly range: { readonly from: number; readonly to: number } | null;
  /** At most so many steps of each run, spread over the range. */
  readonly steps: number;
  /** These steps instead; null for those of the range. */
  readonly at: readonly number[] | null;
  /** Neighbouring buckets are merged where a step has more; 0 leaves them as logged. */
  readonly bins: number;
  /** Whether to include points that a resumed training has logged again. */
  readonly superseded: boolean;
}

/** A histogram's buckets, ascending. */
export interface Buckets {
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly count: Float64Array;
}

export interface StepHistogram extends Buckets {
  readonly step: number;
  /** Seconds. */
  readonly wallTime: number;
  /** How many values there are. */
  readonly total: number;
  /** Nine, at TensorBoard's basis points. */
  readonly percentiles: Float64Array;
}

export interface DataWarning {
  readonly kind: string;
  readonly step: number | string;
  readonly message: string;
  /** How it was computed. */
  readonly method: string;
}

export interface RunHistograms {
  /** Run id. */
  readonly run: string;
  /** Steps that the range holds. */
  readonly total: number;
  /** Steps left out, because a resumed training has logged them again. */
  readonly hidden: number;
  /** Steps that cannot be shown, and why. */
  readonly unread: readonly { readonly step: number | string; readonly message: string }[];
  readonly warnings: readonly DataWarning[];
  /** Ascending. */
  readonly steps: readonly StepHistogram[];
}

export interface Histograms {
  readonly tag: string;
  readonly series: readonly RunHistograms[];
}

type SeriesHeader = Omit<RunHistograms, "steps"> & Readonly<Record<string, unknown>>;

/** The URL of the histograms of a query. */
export function histogramsUrl(query: HistogramsQuery): string {
  const { tag, runs, range, steps, at, bins, superseded } = query;
  const end = (step: number | undefined) =>
    step !== undefined && Number.isFinite(step) ? step : undefined;
  return resourceUrl("api/histograms", {
    tag,
    run: runs,
    from: end(range?.from),
    to: end(range?.to),
    steps,
    at: at?.map((step) => BigInt(Math.round(step)).toString()),
    bins,
    superseded: superseded ? "true" : undefined,
  });
}

/** Throws ApiError when the server refuses, DecodeError when the answer makes no sense. */
export async function getHistograms(
  query: HistogramsQuery,
  signal?: AbortSignal,
): Promise<Histograms> {
  return decodeHistograms(await getBytes(histogramsUrl(query), signal));
}

const PERCENTILES = 9;

export function decodeHistograms(body: ArrayBuffer): Histograms {
  const { header, column } = decodeColumns<{ tag: string; series: SeriesHeader[] }>(body);
  return {
    tag: header.tag,
    series: header.series.map((series) => {
      const { run, total, hidden, unread, warnings } = series;
      return { run, total, hidden, unread, warnings, steps: stepsOf(series, column) };
    }),
  };
}

function stepsOf(
  series: SeriesHeader,
  columnOf: Decoded<unknown>["column"],
): readonly StepHistogram[] {
  const column = (name: string) => columnOf(series, name);
  const [step, wallTime, bins] = [column("step"), column("wall_time"), column("bins")];
  const [left, right, count] = [column("left"), column("right"), column("count")];
  const percentiles = column("percentiles");
  let end = 0;
  return Array.from(step, (own, at) => {
    const begin = end;
    end += bins[at] ?? 0;
    const part = (whole: Float64Array) => whole.subarray(begin, end);
    const counts = part(count);
    return {
      step: own,
      wallTime: wallTime[at] ?? Number.NaN,
      left: part(left),
      right: part(right),
      count: counts,
      total: counts.reduce((sum, each) => sum + each, 0),
      percentiles: percentiles.subarray(PERCENTILES * at, PERCENTILES * (at + 1)),
    };
  });
}

export interface LoggedSteps {
  readonly tag: string;
  readonly run: string;
  /** Ascending. */
  readonly step: Float64Array;
}

type StepsHeader = Omit<LoggedSteps, "step"> & Readonly<Record<string, unknown>>;

/** Every step at which some runs logged some tags; without tags, no request is sent. */
export async function getSteps(
  kind: string,
  tags: readonly string[],
  runs: readonly string[],
  signal?: AbortSignal,
): Promise<LoggedSteps[]> {
  if (tags.length === 0 || runs.length === 0) return [];
  const body = await getBytes(resourceUrl("api/steps", { kind, tag: tags, run: runs }), signal);
  const { header, column } = decodeColumns<{ series: StepsHeader[] }>(body);
  return header.series.map((own) => ({ tag: own.tag, run: own.run, step: column(own, "step") }));
}
