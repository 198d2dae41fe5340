/** The places a viewer has been to in one graph, as a browser keeps pages: pure values. */
import type { Camera, ViewSize } from "../options/camera";

/** What was viewed: the open scopes, the selected node and where it was looked at from. */
export interface ViewSnapshot {
  readonly open: readonly string[];
  /** Empty for none. */
  readonly selected: string;
  readonly camera: Camera;
  /** Whether the whole drawing was fitted into the view. */
  readonly isFitted: boolean;
}

export interface HistoryStack {
  readonly snapshots: readonly ViewSnapshot[];
  /** The index of the place that is viewed now; -1 before the first. */
  readonly at: number;
}

export const EMPTY_HISTORY: HistoryStack = { snapshots: [], at: -1 };

const MAX_PLACES = 100;
/** A camera that moved less than this share of the view, or zoomed less, is at the same place. */
const NEAR_SHARE = 0.4;
const NEAR_ZOOM = 1.5;

/**
 * The trail with the viewer at a place: a new end of it, or the place where the trail stands,
 * looked at a little differently. A new place takes the place of what lay ahead.
 */
export function withVisit(
  trail: HistoryStack,
  snapshot: ViewSnapshot,
  size: ViewSize,
): HistoryStack {
  const current = trail.snapshots[trail.at];
  if (current !== undefined && isSameSnapshot(current, snapshot, size)) {
    return { ...trail, snapshots: trail.snapshots.with(trail.at, snapshot) };
  }
  const snapshots = [...trail.snapshots.slice(0, trail.at + 1), snapshot].slice(-MAX_PLACES);
  return { snapshots, at: snapshots.length - 1 };
}

/** The trail one place further back (-1) or ahead (1); undefined where it ends. */
export function stepped(trail: HistoryStack, by: -1 | 1): HistoryStack | undefined {
  const at = trail.at + by;
  return at >= 0 && at < trail.snapshots.length ? { ...trail, at } : undefined;
}

function isSameSnapshot(a: ViewSnapshot, b: ViewSnapshot, size: ViewSize): boolean {
  return a.selected === b.selected && hasSameNames(a.open, b.open) && isNear(a, b, size);
}

function hasSameNames(a: readonly string[], b: readonly string[]): boolean {
  const names = new Set(a);
  return a.length === b.length && b.every((name) => names.has(name));
}

function isNear(a: ViewSnapshot, b: ViewSnapshot, { width, height }: ViewSize): boolean {
  if (a.isFitted && b.isFitted) return true;
  const zoom = Math.max(a.camera.scale / b.camera.scale, b.camera.scale / a.camera.scale);
  // By what is in the middle of the view: zooming moves the origin, and not the viewer.
  const middle = ({ camera }: ViewSnapshot): { x: number; y: number } => ({
    x: (width / 2 - camera.x) / camera.scale,
    y: (height / 2 - camera.y) / camera.scale,
  });
  const [from, to] = [middle(a), middle(b)];
  const across = Math.abs(from.x - to.x) * a.camera.scale;
  const down = Math.abs(from.y - to.y) * a.camera.scale;
  return zoom < NEAR_ZOOM && across < NEAR_SHARE * width && down < NEAR_SHARE * height;
}
