/**
 * What part of every picture is looked at: one lens for all, so that pictures stay comparable.
 *
 * A point `p` of a tile, as a share of its width and height, shows the point `(p - x) / scale` of
 * the picture fitted into the tile.
 */
import { signal } from "@preact/signals";

export interface Lens {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: Lens = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 64;

export const lens = signal<Lens>(WHOLE);

/** No edge of the picture comes inside the tile. */
function within({ scale, x, y }: Lens): Lens {
  const least = 1 - scale;
  const clamp = (place: number) => Math.min(0, Math.max(least, place));
  return { scale, x: clamp(x), y: clamp(y) };
}

/** Closer by `factor`, while what is at `(x, y)` of the tile stays there. */
export function zoomed(from: Lens, factor: number, x: number, y: number): Lens {
  const scale = Math.min(MAX_SCALE, Math.max(1, from.scale * factor));
  const grown = scale / from.scale;
  return within({ scale, x: x - (x - from.x) * grown, y: y - (y - from.y) * grown });
}

/** Moved by shares of the tile's width and height. */
export function panned(from: Lens, dx: number, dy: number): Lens {
  return within({ ...from, x: from.x + dx, y: from.y + dy });
}

/** As a CSS transform of what fills the tile, about its upper left corner. */
export function lensTransform({ scale, x, y }: Lens): string {
  return `translate(${x * 100}%, ${y * 100}%) scale(${scale})`;
}
