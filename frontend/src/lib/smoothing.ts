/**
 * Smoothing by an exponential moving average, debiased as Adam's moments are (Kingma and Ba,
 * arXiv:1412.6980, section 3): without the correction a curve starts at zero and climbs to its
 * values. TensorBoard smooths the same way, so the same weight shows the same curve.
 */

/**
 * The smoothed values, one per value.
 *
 * `weight` is in [0, 1): 0 changes nothing, 0.99 looks back about a hundred values. Values that
 * are not finite pass through and leave the average as it was. A constant series comes back as
 * it is, untouched by rounding.
 */
export function smooth(values: Float64Array, weight: number): Float64Array {
  if (weight <= 0 || isConstant(values)) return values;
  const smoothed = new Float64Array(values.length);
  let average = 0;
  let bias = 1;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if (!Number.isFinite(value)) {
      smoothed[at] = value;
      continue;
    }
    average = average * weight + (1 - weight) * value;
    bias *= weight;
    smoothed[at] = average / (1 - bias);
  }
  return smoothed;
}

function isConstant(values: Float64Array): boolean {
  const first = values[0];
  return values.every((value) => value === first);
}
