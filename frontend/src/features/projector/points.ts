/** Points in space: laid out within a unit sphere, turned, and seen from the front. */

export interface Cloud {
  /** x, y, z of each point in turn; within [-1, 1]. */
  readonly places: Float32Array;
  readonly count: number;
  /** The row of each point; null where all rows are points. */
  readonly rows: readonly number[] | null;
}

export function rowAt({ rows }: Cloud, point: number): number {
  return rows === null ? point : (rows[point] ?? point);
}

/**
 * Three of the coordinates of each point, centred and scaled by one factor, so that distances keep
 * their proportions; or each by its own, where their units differ. An axis of -1 is flat.
 */
export function cloudOf(
  coordinates: ArrayLike<number>,
  components: number,
  axes: readonly [number, number, number],
  { rows = null, scale = "one" }: { rows?: readonly number[] | null; scale?: "one" | "each" } = {},
): Cloud {
  const count = Math.floor(coordinates.length / components);
  const places = new Float32Array(3 * count);
  const reaches = [0, 0, 0];
  axes.forEach((axis, at) => {
    if (axis < 0) return;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let point = 0; point < count; point += 1) {
      const value = coordinates[point * components + axis] as number;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    const centre = (low + high) / 2;
    reaches[at] = (high - low) / 2;
    for (let point = 0; point < count; point += 1) {
      places[3 * point + at] = (coordinates[point * components + axis] as number) - centre;
    }
  });
  const largest = Math.max(...reaches);
  for (let at = 0; at < places.length; at += 1) {
    const reach = scale === "one" ? largest : (reaches[at % 3] ?? 0);
    if (reach > 0) places[at] = (places[at] ?? 0) / reach;
  }
  return { places, count, rows };
}

export interface Turn {
  /** About the vertical, then about the horizontal; radians. */
  readonly yaw: number;
  readonly pitch: number;
  readonly zoom: number;
  /** Of the middle, in pixels. */
  readonly x: number;
  readonly y: number;
}

export const FRONT: Turn = { yaw: 0, pitch: 0, zoom: 1, x: 0, y: 0 };

export interface Seen {
  /** Pixels from the left and the top. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** From -1, farthest, to 1. */
  readonly depth: Float32Array;
}

const FILLS = 0.44;

/** Where each point is seen in a window of some size. */
export function seen({ places, count }: Cloud, turn: Turn, width: number, height: number): Seen {
  const [x, y, depth] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  const scale = Math.min(width, height) * FILLS * turn.zoom;
  const [sinYaw, cosYaw] = [Math.sin(turn.yaw), Math.cos(turn.yaw)];
  const [sinPitch, cosPitch] = [Math.sin(turn.pitch), Math.cos(turn.pitch)];
  for (let at = 0; at < count; at += 1) {
    const [px, py, pz] = [places[3 * at] ?? 0, places[3 * at + 1] ?? 0, places[3 * at + 2] ?? 0];
    const across = px * cosYaw + pz * sinYaw;
    const inward = pz * cosYaw - px * sinYaw;
    const up = py * cosPitch - inward * sinPitch;
    x[at] = width / 2 + turn.x + across * scale;
    y[at] = height / 2 + turn.y - up * scale;
    depth[at] = py * sinPitch + inward * cosPitch;
  }
  return { x, y, depth };
}

/** The point nearest to a place on the screen, within `reach` pixels; of two, the one in front. */
export function pointAt(
  { x, y, depth }: Seen,
  left: number,
  top: number,
  reach: number,
): number | null {
  let best: number | null = null;
  let least = reach;
  for (let at = 0; at < x.length; at += 1) {
    const distance = Math.hypot((x[at] ?? 0) - left, (y[at] ?? 0) - top);
    const isInFront = best === null || (depth[at] ?? 0) > (depth[best] ?? 0);
    if (distance < least - 0.5 || (distance <= least && isInFront && distance < reach)) {
      best = at;
      least = Math.min(least, distance);
    }
  }
  return best;
}
