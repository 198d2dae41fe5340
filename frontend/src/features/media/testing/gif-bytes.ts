/** Writes animated GIFs of four colours for tests. */

export interface WrittenFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** 0 and 1 keep the frame, 2 clears its rectangle, 3 restores what was before. */
  readonly disposal: number;
  /** The colour, 0 to 3, that is transparent; null for none. */
  readonly transparent: number | null;
  /** In hundredths of a second. */
  readonly delay: number;
  /** The colour of each pixel, row by row. */
  readonly pixels: readonly number[];
}

/** Black, red, green, blue. */
export const COLOURS = [
  [0, 0, 0],
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
] as const;

const COLOUR_BITS = 2;
const CLEAR = 4;
const END = 5;

function word(value: number): number[] {
  return [value & 255, value >> 8];
}

/** Codes of three bits: the table is cleared before a fourth bit would be needed. */
function compressed(pixels: readonly number[]): number[] {
  const codes = pixels.flatMap((pixel, at) => (at % 2 === 0 ? [CLEAR, pixel] : [pixel]));
  const bytes: number[] = [];
  [...codes, END].forEach((code, at) => {
    const bit = at * (COLOUR_BITS + 1);
    const shifted = code << (bit % 8);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (shifted & 255);
    if (shifted > 255) bytes[(bit >> 3) + 1] = shifted >> 8;
  });
  return bytes;
}

function blocks(bytes: readonly number[]): number[] {
  const all: number[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    all.push(block.length, ...block);
  }
  return [...all, 0];
}

export function gifBytes(
  width: number,
  height: number,
  frames: readonly WrittenFrame[],
): ArrayBuffer {
  const written = frames.flatMap((frame) => {
    const flags = (frame.disposal << 2) | (frame.transparent === null ? 0 : 1);
    return [
      ...[0x21, 0xf9, 4, flags, ...word(frame.delay), frame.transparent ?? 0, 0],
      ...[0x2c, ...word(frame.left), ...word(frame.top)],
      ...[...word(frame.width), ...word(frame.height), 0, COLOUR_BITS],
      ...blocks(compressed(frame.pixels)),
    ];
  });
  const head = [...new TextEncoder().encode("GIF89a"), ...word(width), ...word(height)];
  return Uint8Array.from([...head, 0x81, 0, 0, ...COLOURS.flat(), ...written, 0x3b]).buffer;
}
