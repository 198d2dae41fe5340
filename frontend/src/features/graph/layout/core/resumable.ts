/**
 * Work that pauses now and then, so that it can be interrupted or given up. Where it pauses
 * depends on the work alone, and nothing on when it goes on.
 */
export type Steps<Result> = Generator<void, Result>;

/** Does all that is left without a pause. */
export function finish<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
