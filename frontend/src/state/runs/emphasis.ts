/** What the pointer is on, wherever it stands on the page: charts show it in front. */
import { type ReadonlySignal, signal } from "@preact/signals";

export interface Emphasis {
  /** Ids of the runs: of one line, of an experiment or of a group. */
  readonly runs: readonly string[];
  /** The key of a line: a chart that has it brings forward no other line of the runs. */
  readonly line?: string | undefined;
}

const pointedAt = signal<Emphasis | null>(null);

export const emphasised: ReadonlySignal<Emphasis | null> = pointedAt;

/**
 * Whose emphasis it is: the next element is entered before a chart learns that the pointer has left
 * it, and what is left late clears nothing of another.
 */
let owner = "";

export function emphasise(by: string, runs: readonly string[], line?: string): void {
  owner = by;
  pointedAt.value = { runs, line };
}

export function emphasiseNothing(by: string): void {
  if (owner === by) pointedAt.value = null;
}

interface Pointed {
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
}

/** Of elements that stand for runs: these learn at once that the pointer has left them. */
const ELEMENT = "";

/** For an element that stands for runs. A finger leaves it when it is lifted. */
export function emphasises(runs: readonly string[], line?: string): Pointed {
  return {
    onPointerEnter: () => emphasise(ELEMENT, runs, line),
    onPointerLeave: () => emphasiseNothing(ELEMENT),
  };
}

interface EmphasisedLine {
  readonly key: string;
  readonly runs: readonly string[];
}

/** The lines of a chart in front: the line itself, else all lines of the runs. */
export function emphasisedOf<L extends EmphasisedLine>(
  lines: readonly L[],
  of: Emphasis | null,
): readonly L[] {
  const exact = lines.find(({ key }) => key === of?.line);
  return exact ? [exact] : lines.filter(({ runs }) => runs.some((run) => of?.runs.includes(run)));
}
