/**
 * The step and the range of steps that a viewer chose, the same on every tab.
 *
 * In the address: `step=1200`, and `from=0` and `to=5000`, of which one may be left out. A view
 * that shows steps says which ones it has (`useStepsInView`), so that the keys can go from one to
 * the next; where it has nothing at the step chosen, it shows what stands nearest to it.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { neighbourOf } from "../../lib/algorithms/binary-search";
import { commitHistory, urlText } from "../address/url-state";

/** Both ends inclusive; an end left open is infinite. */
export interface StepRange {
  readonly from: number;
  readonly to: number;
}

const stepText = urlText("step");
const fromText = urlText("from");
const toText = urlText("to");

/** The whole number that a text is; null for any other text. */
function parseStep(text: string): number | null {
  return /^-?\d{1,22}$/.test(text) ? Number(text) : null;
}

function printStep(step: number | null): string {
  return step === null || !Number.isFinite(step) ? "" : BigInt(Math.round(step)).toString();
}

/** The step chosen; null when none is. */
export const step: ReadonlySignal<number | null> = computed(() => parseStep(stepText.value));

/** The range of steps chosen; null for all of them. */
export const stepRange: ReadonlySignal<StepRange | null> = computed(() => {
  const from = parseStep(fromText.value) ?? Number.NEGATIVE_INFINITY;
  const to = parseStep(toText.value) ?? Number.POSITIVE_INFINITY;
  const isOpen = !Number.isFinite(from) && !Number.isFinite(to);
  return isOpen || from > to ? null : { from, to };
});

/** Goes to a step while something is dragged or a key held: no step in the history. */
export function moveStep(next: number | null): void {
  stepText.value = printStep(next);
}

/** Goes to a step, or chooses none. */
export function chooseStep(next: number | null): void {
  moveStep(next);
  commitHistory();
}

/** Changes the range while it is dragged: no step in the history. */
export function moveStepRange(next: StepRange | null): void {
  fromText.value = printStep(next?.from ?? null);
  toText.value = printStep(next?.to ?? null);
}

/** Chooses a range, or all steps. */
export function chooseStepRange(next: StepRange | null): void {
  moveStepRange(next);
  commitHistory();
}

const NO_STEPS: ArrayLike<number> = [];

/** The steps that the view on the page has something at, ascending. */
export const stepsInView = signal<ArrayLike<number>>(NO_STEPS);

/**
 * Says which steps a view has, ascending, while it is on the page: from the moment that it can be
 * seen, so that no key comes before.
 */
export function useStepsInView(steps: ArrayLike<number>): void {
  useLayoutEffect(() => {
    stepsInView.value = steps;
    return () => {
      if (stepsInView.peek() === steps) stepsInView.value = NO_STEPS;
    };
  }, [steps]);
}

/**
 * Goes on by `count` of the steps in view, back when it is negative, at most to the first or last.
 * From no step, forward is the first and back the last. Returns whether there was a step to go to.
 */
export function stepBy(count: number): boolean {
  const steps = stepsInView.peek();
  const next = neighbourOf(steps, step.peek(), count);
  if (next === null) return false;
  moveStep(next);
  return true;
}

/** Goes to the first or the last of the steps in view. */
export function stepToEnd(end: "first" | "last"): boolean {
  const steps = stepsInView.peek();
  const next = steps[end === "first" ? 0 : steps.length - 1];
  if (next === undefined) return false;
  moveStep(next);
  return true;
}
