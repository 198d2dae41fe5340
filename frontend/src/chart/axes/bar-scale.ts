/** Where bars begin and end, as parts of the room that they have. */

export interface Bar {
  readonly from: number;
  readonly to: number;
}

export interface BarScale {
  /** Where bars begin: at zero, or where a logarithmic axis does. */
  readonly base: number;
  /** The place of a value; null where it has none. */
  readonly place: (value: number) => number | null;
  /** From the base to the value, the lower end first; null where the value has no place. */
  readonly bar: (value: number) => Bar | null;
}

/** The ends of a logarithmic axis are powers of ten, so that the least value has a bar too. */
function logEnds(values: readonly number[]): readonly [low: number, high: number] {
  const powers = values.map(Math.log10);
  const low = Math.ceil(Math.min(...powers)) - 1;
  return [low, Math.max(low + 1, ...powers)];
}

/**
 * The scale of all values that are drawn together. Its axis has zero on it, so that lengths can be
 * compared; a logarithmic one has no place for zero and below.
 */
export function barScale(values: readonly number[], isLog: boolean): BarScale {
  const finite = values.filter((value) => Number.isFinite(value) && (!isLog || value > 0));
  const axisOf = isLog ? Math.log10 : (value: number) => value;
  const [low, high] =
    isLog && finite.length > 0 ? logEnds(finite) : [Math.min(0, ...finite), Math.max(0, ...finite)];
  const length = high - low;
  const base = isLog || length === 0 ? 0 : Math.abs(low) / length;
  const place = (value: number): number | null => {
    if (!Number.isFinite(value) || (isLog && value <= 0)) return null;
    return length === 0 ? base : (axisOf(value) - low) / length;
  };
  const bar = (value: number): Bar | null => {
    const at = place(value);
    return at === null ? null : { from: Math.min(base, at), to: Math.max(base, at) };
  };
  return { base, place, bar };
}
