/**
 * How the groups of a scope stand to one another: the main graph, and the columns of extracts.
 *
 * Each group can be packed in several ways, from narrow and high to wide and low, and groups stand
 * side by side or in rows. Of all that, the arrangement is chosen that can be drawn largest in the
 * canvas. Only sizes of closed nodes play a part.
 */
import type { CanvasShape } from "../request";
import { PART_GAP } from "../spacing";

export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Groups by number, in rows; and per group, the number of the way in which it is packed. */
export interface Arrangement extends Extent {
  readonly rows: readonly (readonly number[])[];
  readonly ways: ReadonlyMap<number, number>;
}

/** Each row more has to make the drawing larger by so much. */
const ROW_GAIN = 1.08;
/** Ways of several groups that are looked at further: those between have hardly another shape. */
const MAX_WAYS = 24;

/**
 * `ways` lists for each group in how many shapes it can be packed; groups without any are empty.
 * Beside `fixed`, which takes the whole height of the scope, all stand in one row.
 */
export function arrangeGroups(
  ways: readonly (readonly Extent[])[],
  canvas: CanvasShape,
  fixed: Extent | undefined,
): Arrangement {
  const groups = ways.flatMap((all, group): Arrangement[][] =>
    all.length === 0 ? [] : [all.map((extent, way) => single(extent, group, way))],
  );
  const [first, ...others] = groups;
  if (first === undefined) return { rows: [], ways: new Map(), width: 0, height: 0 };
  const level = groups.reduce((all, next) => combine(all, next, BESIDE));
  const candidates = [level];
  if (fixed === undefined && others.length > 0) {
    const rest = others.reduce((all, next) => combine(all, next, BESIDE));
    candidates.push(combine(first, rest, BELOW));
    candidates.push(groups.reduce((all, next) => combine(all, next, BELOW)));
  }
  return candidates.flat().reduce((best, next) => {
    return zoomOf(next, canvas, fixed) > zoomOf(best, canvas, fixed) ? next : best;
  });
}

/** How large a drawing can be shown; rows count against it. */
function zoomOf({ width, height, rows }: Arrangement, canvas: CanvasShape, fixed?: Extent): number {
  const across = fixed === undefined ? width : width + PART_GAP + fixed.width;
  const along = Math.max(height, fixed?.height ?? 0);
  return fitScale({ width: across, height: along }, canvas) / ROW_GAIN ** (rows.length - 1);
}

/** The scale at which all of a drawing is in view. */
export function fitScale({ width, height }: Extent, canvas: CanvasShape): number {
  return Math.min(canvas.width / Math.max(1, width), canvas.height / Math.max(1, height));
}

function single({ width, height }: Extent, group: number, way: number): Arrangement {
  return { width, height, rows: [[group]], ways: new Map([[group, way]]) };
}

/** How two arrangements stand to one another: their extent, and their rows. */
interface Join {
  readonly extent: (a: Extent, b: Extent) => Extent;
  readonly rows: (a: Arrangement, b: Arrangement) => Arrangement["rows"];
}

const BESIDE: Join = {
  extent: (a, b) => ({
    width: a.width + PART_GAP + b.width,
    height: Math.max(a.height, b.height),
  }),
  rows: (a, b) => [[...a.rows.flat(), ...b.rows.flat()]],
};

const BELOW: Join = {
  extent: (a, b) => ({
    width: Math.max(a.width, b.width),
    height: a.height + PART_GAP + b.height,
  }),
  rows: (a, b) => [...a.rows, ...b.rows],
};

/** All pairs of which no other is both narrower and lower; only these are made. */
function combine(
  some: readonly Arrangement[],
  others: readonly Arrangement[],
  { extent, rows }: Join,
): Arrangement[] {
  const all = some.flatMap((a) => others.map((b) => ({ ...extent(a, b), a, b })));
  all.sort((a, b) => a.width - b.width || a.height - b.height);
  let lowest = Number.POSITIVE_INFINITY;
  const best = all.filter(({ height }) => {
    const isLower = height < lowest;
    lowest = Math.min(lowest, height);
    return isLower;
  });
  const step = Math.ceil(best.length / MAX_WAYS);
  return best
    .filter((_, i) => i % step === 0)
    .map(({ width, height, a, b }) => {
      return { width, height, rows: rows(a, b), ways: new Map([...a.ways, ...b.ways]) };
    });
}
