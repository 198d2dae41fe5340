/** Runs this short are sorted by insertion before they are merged. */
const RUN = 12;

/**
 * Sorts `items[0 .. count)` ascending by `keys[item]`, keeping the order of equal keys.
 *
 * A merge sort in place of `Array.prototype.sort`, which would box every number; `scratch`
 * must be as long as the range.
 */
export function sortByKey(
  items: Int32Array,
  count: number,
  keys: Float64Array,
  scratch: Int32Array,
): void {
  for (let from = 0; from < count; from += RUN) {
    insertionSort(items, from, Math.min(from + RUN, count), keys);
  }
  for (let width = RUN; width < count; width *= 2) {
    scratch.set(items.subarray(0, count));
    for (let from = 0; from < count; from += 2 * width) {
      const middle = Math.min(from + width, count);
      merge(scratch, items, from, middle, Math.min(from + 2 * width, count), keys);
    }
  }
}

function insertionSort(items: Int32Array, from: number, to: number, keys: Float64Array): void {
  for (let i = from + 1; i < to; i++) {
    const item = items[i];
    const key = keys[item];
    let at = i;
    for (; at > from && keys[items[at - 1]] > key; at--) items[at] = items[at - 1];
    items[at] = item;
  }
}

function merge(
  source: Int32Array,
  target: Int32Array,
  from: number,
  middle: number,
  to: number,
  keys: Float64Array,
): void {
  let left = from;
  let right = middle;
  for (let at = from; at < to; at++) {
    const takeLeft = right >= to || (left < middle && keys[source[left]] <= keys[source[right]]);
    target[at] = takeLeft ? source[left++] : source[right++];
  }
}
