/** How a node looks in the colours of what it is coloured by. */

import type { NodeFill } from "../scene/node-fill";
import type { PaintedBand } from "./draw-colour-bands";
import type { Palette, Tint } from "./theme";

/** How much of its colour a pale ground has. */
const PALE = 0.5;

/** Colours in place of those of a node's kind. */
interface FilledLook {
  readonly fill?: string;
  readonly line?: string;
  readonly bands?: readonly PaintedBand[];
}

export function filledLook(fill: NodeFill, palette: Palette): FilledLook {
  if (fill.kind === "heat") {
    return { fill: heatColour(palette.heat, fill.heat), line: palette.heatLine };
  }
  const [first, ...others] = fill.bands;
  if (first === undefined) return {};
  const groundOf = (category: number): string =>
    fill.isPale ? paleGround(palette, category) : tintOf(palette, category).fill;
  const { line } = tintOf(palette, first.category);
  if (others.length === 0) return { fill: groundOf(first.category), line };
  const bands = fill.bands.map(({ category, share }) => ({ colour: groundOf(category), share }));
  return fill.isPale ? { bands, line } : { bands };
}

const known = new WeakMap<Palette, Map<number, string>>();

/** Thousands of nodes ask for them in each frame. */
function paleGround(palette: Palette, category: number): string {
  const grounds = known.get(palette) ?? new Map<number, string>();
  known.set(palette, grounds);
  const ground =
    grounds.get(category) ?? heatColour([palette.metanode, tintOf(palette, category).fill], PALE);
  grounds.set(category, ground);
  return ground;
}

export function tintOf({ categories, other }: Palette, category: number): Tint {
  return categories[category] ?? other;
}

/** The colour at a position on a scale of equidistant colours, `#rrggbb` or `#rgb`. */
export function heatColour(scale: readonly string[], heat: number): string {
  const last = scale.length - 1;
  const place = Math.max(0, Math.min(1, heat)) * last;
  const from = Math.min(Math.floor(place), Math.max(0, last - 1));
  const [a = "#000000", b = a] = scale.slice(from, from + 2).map(sixDigits);
  const channel = (at: number): string => {
    const [low, high] = [a, b].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    const value = Math.round((low ?? 0) + ((high ?? 0) - (low ?? 0)) * (place - from));
    return value.toString(16).padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** Sheets are made shorter when they are built. */
function sixDigits(colour: string): string {
  return colour.length === 4 ? colour.replace(/[^#]/g, "$&$&") : colour;
}
