/**
 * The views of one graph that a viewer has visited, as a browser's history of pages: pure values.
 */
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
  /** The index of the current snapshot; -1 before the first. */
  readonly at: number;
}

export const EMPTY_HISTORY: HistoryStack = { snapshots: [], at: -1 };

const MAX_SNAPSHOTS = 100;
/** A camera that moved less than this share of the view, or zoomed less, shows the same view. */
const NEAR_SHARE = 0.4;
const NEAR_ZOOM = 1.5;

/**
 * The history with a view visited: a new snapshot at its end, or the current one updated where it
 * differs only a little. A new snapshot drops those after the current one.
 */
export function withVisit(
  history: HistoryStack,
  snapshot: ViewSnapshot,
  size: ViewSize,
): HistoryStack {
  const current = history.snapshots[history.at];
  if (current !== undefined && isSameSnapshot(current, snapshot, size)) {
    return { ...history, snapshots: history.snapshots.with(history.at, snapshot) };
  }
  const snapshots = [...history.snapshots.slice(0, history.at + 1), snapshot].slice(-MAX_SNAPSHOTS);
  return { snapshots, at: snapshots.length - 1 };
}

/** The history one snapshot back (-1) or forward (1); undefined where it ends. */
export function stepped(history: HistoryStack, by: -1 | 1): HistoryStack | undefined {
  const at = history.at + by;
  return at >= 0 && at < history.snapshots.length ? { ...history, at } : undefined;
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
