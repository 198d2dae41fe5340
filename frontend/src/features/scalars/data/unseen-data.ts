/** Whether points have come beyond what zoomed charts show: these stay where they are. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { isNamedAxis, type XAxis } from "../../../api/scalars";
import type { Run } from "../../../api/types";
import { runs, runsWhole, shownNames } from "../../../state/runs/runs";
import { zoomedEnd } from "../options/card-options";
import { axis } from "../options/tab-options";

type Reaching = Pick<Run, "id" | "first_wall_time" | "last_wall_time" | "last_step">;

const NOWHERE = Number.NEGATIVE_INFINITY;

/** Where a run's points end on an axis; nowhere on that of an expression. */
function endOf({ first_wall_time, last_wall_time, last_step }: Reaching, over: XAxis): number {
  if (!isNamedAxis(over)) return NOWHERE;
  if (over === "step") return last_step === null ? NOWHERE : Number(last_step);
  const last = last_wall_time ?? NOWHERE;
  return over === "wall_time" ? last : last - (first_wall_time ?? last);
}

/** Whether any of some runs goes on beyond a place that it had not reached `before`. */
export function goesBeyond(
  place: number,
  before: readonly Reaching[],
  now: readonly Reaching[],
  over: XAxis,
): boolean {
  const beyond = now.filter((run) => endOf(run, over) > place);
  if (beyond.length === 0) return false;
  const ends = new Map(before.map((run) => [run.id, endOf(run, over)]));
  return beyond.some((run) => endOf(run, over) > (ends.get(run.id) ?? NOWHERE));
}

/** All runs as they were when the charts were zoomed, or first read where a link zooms them. */
const before = signal<readonly Run[]>([]);
let isRead = false;

effect(() => {
  if (zoomedEnd.value === null || !isRead) before.value = runs.value;
  isRead ||= runsWhole.value;
});

export const hasNewData: ReadonlySignal<boolean> = computed(
  () =>
    zoomedEnd.value !== null &&
    goesBeyond(
      zoomedEnd.value,
      before.value,
      runs.value.filter(({ name }) => shownNames.value.has(name)),
      axis.value,
    ),
);
