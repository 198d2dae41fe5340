/** Where words stand beside points, and which are drawn, so that none covers another. */

/** Clear of the ring about the point chosen. */
const GAP_PX = 11;

export interface Label {
  /** The left end and the middle of the line, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The left end of a label: right of its point, or left of it where the window ends before. */
export function besidePoint(point: number, width: number, room: number): number {
  const right = point + GAP_PX;
  return right + width <= room || point < width + GAP_PX ? right : point - GAP_PX - width;
}

/** The labels that cover none before them: the first is always among them. */
export function uncovered<T extends Label>(labels: readonly T[], height: number): T[] {
  const drawn: T[] = [];
  for (const label of labels) {
    const isCovering = drawn.some(
      (other) =>
        Math.abs(other.y - label.y) < height &&
        other.x < label.x + label.width &&
        label.x < other.x + other.width,
    );
    if (!isCovering) drawn.push(label);
  }
  return drawn;
}
