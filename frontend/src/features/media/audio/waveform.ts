/** A sound as it is drawn: the least and the greatest sample under each pixel. */

export interface Peaks {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/** The peaks of samples in `width` parts as equal as can be; a part without samples is silent. */
export function peaksOf(samples: Float32Array, width: number): Peaks {
  const low = new Float32Array(width);
  const high = new Float32Array(width);
  for (let part = 0; part < width; part++) {
    const start = Math.floor((part * samples.length) / width);
    const end = Math.floor(((part + 1) * samples.length) / width);
    let [least, most] = start < end ? [samples[start] ?? 0, samples[start] ?? 0] : [0, 0];
    for (let at = start + 1; at < end; at++) {
      const sample = samples[at] ?? 0;
      if (sample < least) least = sample;
      if (sample > most) most = sample;
    }
    low[part] = least;
    high[part] = most;
  }
  return { low, high };
}

/** What the channels of a sound reach together. */
export function peaksOfAll(channels: readonly Float32Array[], width: number): Peaks {
  const each = channels.map((samples) => peaksOf(samples, width));
  const reach = (side: keyof Peaks, furthest: (...values: number[]) => number) =>
    Float32Array.from({ length: width }, (_, part) =>
      furthest(...each.map((peaks) => peaks[side][part] ?? 0)),
    );
  return { low: reach("low", Math.min), high: reach("high", Math.max) };
}

/** Draws peaks from -1 to 1 over the height of a canvas; what was played in `played`. */
export function drawPeaks(
  context: CanvasRenderingContext2D,
  { low, high }: Peaks,
  share: number,
  colours: { readonly rest: string; readonly played: string },
): void {
  const { width, height } = context.canvas;
  const column = width / low.length;
  const y = (value: number) => ((1 - Math.max(-1, Math.min(1, value))) * height) / 2;
  context.clearRect(0, 0, width, height);
  for (let at = 0; at < low.length; at++) {
    context.fillStyle = at / low.length < share ? colours.played : colours.rest;
    const top = y(high[at] ?? 0);
    const extent = Math.max(1, y(low[at] ?? 0) - top);
    context.fillRect(at * column, top, Math.max(1, column * 0.8), extent);
  }
}
