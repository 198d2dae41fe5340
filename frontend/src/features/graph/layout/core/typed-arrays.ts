/**
 * Typed arrays from a rule, in plain loops: `Float64Array.from` walks an iterator, which for
 * arrays of 100,000 numbers takes longer than the passes that read them.
 */

export function tabulate(count: number, valueAt: (index: number) => number): Float64Array {
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = valueAt(i);
  return values;
}

export function tabulateIntegers(count: number, valueAt: (index: number) => number): Int32Array {
  const values = new Int32Array(count);
  for (let i = 0; i < count; i++) values[i] = valueAt(i);
  return values;
}

/** The whole numbers from 0 to below `count`. */
export function ascending(count: number): Int32Array {
  const values = new Int32Array(count);
  for (let i = 0; i < count; i++) values[i] = i;
  return values;
}

/** The values at the indices given, in their sequence. */
export function pick(values: Float64Array, indices: Int32Array): Float64Array {
  const picked = new Float64Array(indices.length);
  for (let i = 0; i < indices.length; i++) picked[i] = values[indices[i]];
  return picked;
}
