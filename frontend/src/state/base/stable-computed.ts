/** Computed values that notify only of what is different. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { shareUnchanged } from "../../lib/algorithms/deep-equal";

/**
 * Like `computed`, for lists and plain objects made anew each time: a value that says the same as
 * the one before is the one before, and so are the parts that have not changed.
 */
export function stableComputed<T>(compute: () => T): ReadonlySignal<T> {
  let last: { readonly value: T } | null = null;
  return computed(() => {
    const value = compute();
    last = { value: last === null ? value : shareUnchanged(last.value, value) };
    return last.value;
  });
}
