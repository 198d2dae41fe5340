/** Where a mesh is looked at from: a camera on a sphere, directed at the centre. */
import { signal } from "@preact/signals";

export interface Orbit {
  /** Radians about the vertical axis; 0 looks along −z. */
  readonly yaw: number;
  /** Radians above the horizon. */
  readonly pitch: number;
  /** 1 shows the whole. */
  readonly zoom: number;
}

export type Place = readonly [x: number, y: number, z: number];

/** From the front, a little to the right and above: three sides of a box are seen. */
export const FRONT: Orbit = { yaw: 0.6, pitch: 0.45, zoom: 1 };
/** The one that linked cards share. */
export const linkedOrbit = signal<Orbit>(FRONT);

const STEEPEST = Math.PI / 2 - 0.01; // at the pole itself there would be no upright
const LEAST_ZOOM = 0.1;
const MOST_ZOOM = 100;

function between(low: number, value: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Dragged by shares of the tile: its width is half a turn, its height from pole to pole. */
export function turned({ yaw, pitch, zoom }: Orbit, dx: number, dy: number): Orbit {
  const turn = (yaw - dx * Math.PI) % (2 * Math.PI);
  return { yaw: turn, pitch: between(-STEEPEST, pitch + dy * Math.PI, STEEPEST), zoom };
}

export function closer(from: Orbit, factor: number): Orbit {
  return { ...from, zoom: between(LEAST_ZOOM, from.zoom * factor, MOST_ZOOM) };
}

/** Where the camera stands at a distance from the centre; y points up. */
export function eyeOf({ yaw, pitch }: Orbit, distance: number): Place {
  const level = Math.cos(pitch) * distance;
  return [Math.sin(yaw) * level, Math.sin(pitch) * distance, Math.cos(yaw) * level];
}
