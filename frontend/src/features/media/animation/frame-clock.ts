/** Which frame of an animation is shown at a time, by the delays of its frames. */

/** The time at which each frame begins and, at last, the length; in milliseconds. */
export function frameStarts(delays: readonly number[]): Float64Array {
  const starts = new Float64Array(delays.length + 1);
  for (const [index, delay] of delays.entries()) starts[index + 1] = (starts[index] ?? 0) + delay;
  return starts;
}

/** The frame that is shown at a time since the start of the first; the animation repeats. */
export function frameAt(starts: Float64Array, time: number): number {
  const length = starts[starts.length - 1] ?? 0;
  if (length === 0) return 0;
  const within = ((time % length) + length) % length;
  let [low, high] = [0, starts.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= within) low = middle;
    else high = middle;
  }
  return low;
}
