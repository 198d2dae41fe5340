/** The box that vertices fill, and what a camera has to see of it. */
import { valueText } from "../../../lib/format/number";
import * as messages from "../messages";

export type Vector = readonly [x: number, y: number, z: number];

export interface BoundingBox {
  readonly low: Vector;
  readonly high: Vector;
}

/** Null without vertices. `positions` has three numbers for each. */
export function boxOf(positions: ArrayLike<number>): BoundingBox | null {
  if (positions.length < 3) return null;
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at + 2 < positions.length; at += 3) {
    for (const axis of [0, 1, 2] as const) {
      const value = positions[at + axis] ?? 0;
      if (value < low[axis]) low[axis] = value;
      if (value > high[axis]) high[axis] = value;
    }
  }
  return { low, high };
}

function ofEachAxis(of: (axis: 0 | 1 | 2) => number): Vector {
  return [of(0), of(1), of(2)];
}

export function joinedBox(one: BoundingBox | null, other: BoundingBox): BoundingBox {
  if (one === null) return other;
  return {
    low: ofEachAxis((axis) => Math.min(one.low[axis], other.low[axis])),
    high: ofEachAxis((axis) => Math.max(one.high[axis], other.high[axis])),
  };
}

export function isInside(inner: BoundingBox, outer: BoundingBox): boolean {
  return ([0, 1, 2] as const).every(
    (axis) => outer.low[axis] <= inner.low[axis] && inner.high[axis] <= outer.high[axis],
  );
}

export interface Sphere {
  readonly centre: Vector;
  /** More than 0. */
  readonly radius: number;
}

/** The sphere about a box. */
export function sphereAround({ low, high }: BoundingBox): Sphere {
  const centre = ofEachAxis((axis) => low[axis] / 2 + high[axis] / 2);
  const radius = Math.hypot(...ofEachAxis((axis) => high[axis] / 2 - low[axis] / 2));
  return { centre, radius: radius || 1 };
}

/** The sphere about another place that holds the whole of one. */
export function sphereFrom(place: Vector, { centre, radius }: Sphere): Sphere {
  const distance = Math.hypot(...ofEachAxis((axis) => place[axis] - centre[axis]));
  return { centre: place, radius: radius + distance };
}

/** What a picture of a mesh says, in words. */
export function meshText(vertices: number, faces: number, box: BoundingBox | null): string {
  const counts = [faces === 0 ? messages.pointCount(vertices) : messages.vertexCount(vertices)];
  if (faces > 0) counts.push(messages.faceCount(faces));
  if (box !== null) counts.push(sizeText(box));
  return counts.join(", ");
}

function sizeText(box: BoundingBox): string {
  const sides = ofEachAxis((axis) => box.high[axis] - box.low[axis]);
  const [x = "", y = "", z = ""] = sphereAround(box).centre.map(valueText);
  return messages.boxText(sides.map(valueText).join(" × "), x, y, z);
}
