/** The tile of a picture: in the proportions of the picture. */
import type { Picture } from "../../../api/types";

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** A tile that is longer still would be a line: the picture has a margin in it. */
const MAX_ASPECT = 4;
/** A wide tile is as large as a square, but no wider than so many: others stand beside it. */
const MAX_WIDTH = 1.5;

export function square(size: number): Box {
  return { width: size, height: size };
}

/**
 * The tile of a picture: nearly as large as a square where it is wide, as high where it is tall.
 *
 * @param picture - Its width and height in pixels; one without pixels has a square.
 * @param size - The side of the square, in CSS pixels.
 */
export function tileBox({ width, height }: Pick<Picture, "width" | "height">, size: number): Box {
  if (width === 0 || height === 0) return square(size);
  const aspect = Math.min(MAX_ASPECT, Math.max(1 / MAX_ASPECT, width / height));
  if (aspect < 1) return { width: size * aspect, height: size };
  const wide = size * Math.min(MAX_WIDTH, Math.sqrt(aspect));
  return { width: wide, height: wide / aspect };
}

/** How many CSS pixels a pixel of a picture takes when it is fitted into a tile. */
export function fittedScale({ width, height }: Pick<Picture, "width" | "height">, box: Box) {
  return Math.min(box.width / width, box.height / height);
}

/** The tile in a style: where it has less room than its width, it keeps its proportions. */
export function boxStyle({ width, height }: Box): Readonly<Record<string, string>> {
  return { width: `${width}px`, aspectRatio: `${width} / ${height}` };
}
