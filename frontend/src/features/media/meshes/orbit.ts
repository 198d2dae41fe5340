/** Where a mesh is looked at from: a camera on a sphere, directed at the centre. */
import { signal } from "@preact/signals";
import type { Sphere, Vector } from "./bounding-box";

export interface Orbit {
  /** Radians about the vertical axis; 0 looks along −z. */
  readonly yaw: number;
  /** Radians above the horizon. */
  readonly pitch: number;
  /** 1 shows the whole. */
  readonly zoom: number;
}

/** From the front, a little to the right and above: three sides of a box are seen. */
export const FRONT: Orbit = { yaw: 0.6, pitch: 0.45, zoom: 1 };
/** The one that linked meshes share; null while each is seen as its author had it. */
export const linkedOrbit = signal<Orbit | null>(null);

/** Degrees; of a mesh whose author named none. */
export const DEFAULT_FIELD_OF_VIEW = 40;

/** How far from a sphere of radius 1 a camera shows the whole of it, with a little room. */
export function wholeDistance(fieldOfView: number): number {
  return 1.02 / Math.sin((fieldOfView / 2) * (Math.PI / 180));
}

/** The orbit that looks at a sphere from a place; null from its very centre. */
export function orbitFrom(place: Vector, { centre, radius }: Sphere, fieldOfView: number) {
  const [x, y, z] = ([0, 1, 2] as const).map((axis) => (place[axis] - centre[axis]) / radius);
  const distance = Math.hypot(x ?? 0, y ?? 0, z ?? 0);
  if (!(distance > 0)) return null;
  const pitch = between(-STEEPEST, Math.asin((y ?? 0) / distance), STEEPEST);
  const zoom = between(MIN_ZOOM, wholeDistance(fieldOfView) / distance, MAX_ZOOM);
  return { yaw: Math.atan2(x ?? 0, z ?? 0), pitch, zoom };
}

const STEEPEST = Math.PI / 2 - 0.01; // at the pole itself there would be no upright
const MIN_ZOOM = 0.1;
const MAX_ZOOM = 100;

function between(low: number, value: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Dragged by shares of the tile: its width is half a turn, its height from pole to pole. */
export function turned({ yaw, pitch, zoom }: Orbit, dx: number, dy: number): Orbit {
  const turn = (yaw - dx * Math.PI) % (2 * Math.PI);
  return { yaw: turn, pitch: between(-STEEPEST, pitch + dy * Math.PI, STEEPEST), zoom };
}

export function closer(from: Orbit, factor: number): Orbit {
  return { ...from, zoom: between(MIN_ZOOM, from.zoom * factor, MAX_ZOOM) };
}

/** Where the camera stands at a distance from the centre; y points up. */
export function eyeOf({ yaw, pitch }: Orbit, distance: number): Vector {
  const level = Math.cos(pitch) * distance;
  return [Math.sin(yaw) * level, Math.sin(pitch) * distance, Math.cos(yaw) * level];
}
