/**
 * From which zoom on each sign has room.
 *
 * A sign is as large on the screen at any zoom, so zooming in moves signs apart. One that has room at
 * a zoom keeps it at every larger one: each has one zoom from which it is there, whatever way the
 * viewer came (Been, Daiches, Yap: Dynamic Map Labeling, 2006).
 */

/** What a sign covers: CSS pixels around a place of the world. */
export interface SignSpace {
  readonly worldX: number;
  readonly worldY: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The spaces of a sign: with all of its text, and with a short one. */
export interface SignRequest {
  readonly whole: SignSpace;
  readonly short: SignSpace;
  /** The least zoom at which it is wanted. */
  readonly wantedFrom: number;
  /** Where in its tier the sign of the scope around it is; -1 for none. */
  readonly around: number;
}

/** The zooms from which a sign is there, with its short text and with all of it. */
export interface SignRange {
  readonly shortFrom: number;
  readonly from: number;
}

/** Something in the way of other signs, at the zooms from `from` on. */
interface Obstacle {
  readonly space: SignSpace;
  readonly from: number;
}

/**
 * The ranges of signs, in tiers: those of one tier have their room before those behind it, and in a
 * tier the first before the next; the sign of a scope stands before those inside. No sign gets its
 * whole text where another of the tier would lose its short one, unless that is inside it. `reserved` is
 * covered at each zoom.
 */
export function signRanges(
  tiers: readonly (readonly SignRequest[])[],
  reserved: readonly SignSpace[] = [],
): SignRange[][] {
  const obstacles: Obstacle[] = reserved.map((space) => ({ space, from: 0 }));
  return tiers.map((requests) => {
    const { shorts, wholes } = placeTier(requests, obstacles);
    obstacles.push(...shorts, ...wholes);
    return wholes.map(({ from }, i) => ({ shortFrom: shorts[i]?.from ?? from, from }));
  });
}

function placeTier(requests: readonly SignRequest[], obstacles: readonly Obstacle[]) {
  const least: Obstacle[] = [];
  for (const { short, wantedFrom } of requests) {
    const from = Math.max(wantedFrom, roomFrom(short, [...obstacles, ...least]));
    least.push({ space: short, from });
  }
  const wholes: Obstacle[] = [];
  requests.forEach(({ whole }, i) => {
    const others = least.filter((_, j) => j !== i && !isInside(requests, j, i));
    const room = roomFrom(whole, [...obstacles, ...others, ...wholes]);
    wholes.push({ space: whole, from: Math.max(least[i]?.from ?? 0, room) });
  });
  // What is inside gives way to the whole text of what is around it; nothing comes sooner by that.
  const shorts = requests.map(({ short }, i): Obstacle => {
    const around = wholes.filter((_, j) => isInside(requests, i, j));
    return { space: short, from: Math.max(least[i]?.from ?? 0, roomFrom(short, around)) };
  });
  return {
    shorts,
    wholes: wholes.map(({ space, from }, i) => ({
      space,
      from: Math.max(from, shorts[i]?.from ?? 0),
    })),
  };
}

function isInside(requests: readonly SignRequest[], inner: number, outer: number): boolean {
  let at = requests[inner]?.around ?? -1;
  while (at >= 0 && at !== outer) at = requests[at]?.around ?? -1;
  return at === outer;
}

/** The zoom from which a space is free of all that is in the way. */
function roomFrom(space: SignSpace, obstacles: readonly Obstacle[]): number {
  let from = 0;
  for (const obstacle of obstacles) {
    const apart = apartFrom(space, obstacle.space);
    if (apart > obstacle.from) from = Math.max(from, apart);
  }
  return from;
}

/** The zoom from which two spaces are apart; 0 where they are at each. */
export function apartFrom(a: SignSpace, b: SignSpace): number {
  const across = overlap(b.worldX - a.worldX, a.left - b.right, a.right - b.left);
  const down = overlap(b.worldY - a.worldY, a.top - b.bottom, a.bottom - b.top);
  const from = Math.max(0, across[0], down[0]);
  const to = Math.min(across[1], down[1]);
  return from < to ? to : 0;
}

/** The zooms at which `distance * zoom` is between two bounds. */
function overlap(distance: number, low: number, high: number): [from: number, to: number] {
  if (distance === 0) return low < 0 && high > 0 ? [0, Number.POSITIVE_INFINITY] : [0, 0];
  const [a, b] = [low / distance, high / distance];
  return a < b ? [a, b] : [b, a];
}
