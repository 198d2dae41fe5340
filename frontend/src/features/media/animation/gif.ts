/**
 * The frames of an animated GIF, each as it is shown: laid over what the frames before it left.
 *
 * A frame is decoded when it is drawn, on those before it; so every few frames a picture is saved,
 * from which seeking backwards goes on.
 */
import { decompressFrame, type ParsedFrame, parseGIF } from "gifuct-js";

type Pixels = Uint8ClampedArray<ArrayBuffer>;
type GifFrame = Parameters<typeof decompressFrame>[0];

const SNAPSHOT_FRAMES = 16;
const MAX_SNAPSHOT_BYTES = 64_000_000;
/** Browsers take shorter delays for missing ones. */
const MIN_DELAY_MS = 20;
const DEFAULT_DELAY_MS = 100;
/** What becomes of a frame when the next one is drawn (GIF89a, section 23). */
const CLEARED = 2;
const RESTORED = 3;

export interface Animation {
  readonly width: number;
  readonly height: number;
  /** How long each frame is shown, in milliseconds. */
  readonly delays: readonly number[];
  /** The picture while a frame is shown: RGBA [height, width]. */
  readonly pixelsAt: (index: number) => Pixels;
}

interface Drawn {
  /** The frame that is shown last; -1 for none. */
  readonly index: number;
  readonly pixels: Pixels;
  /** What the next frame is drawn on. */
  readonly ground: Pixels;
}

/**
 * Reads the frames of a GIF.
 *
 * @throws Error for bytes that are no GIF.
 */
export function readGif(bytes: ArrayBuffer): Animation {
  const gif = parseGIF(bytes);
  const { width, height } = gif.lsd;
  const frames = gif.frames.filter((frame): frame is GifFrame => "image" in frame);
  const size = width * height * 4;
  const chunks = Math.ceil((size * frames.length) / SNAPSHOT_FRAMES / MAX_SNAPSHOT_BYTES);
  const stride = SNAPSHOT_FRAMES * Math.max(1, chunks);
  const blank = new Uint8ClampedArray(size);
  const none: Drawn = { index: -1, pixels: blank, ground: blank };
  const saved: Drawn[] = [];
  let drawn = none;

  const next = ({ index, ground }: Drawn): Drawn => {
    const frame = decompressFrame(frames[index + 1] as GifFrame, gif.gct, true);
    const pixels = ground.slice();
    paint(pixels, width, frame);
    return { index: index + 1, pixels, ground: groundAfter(frame, ground, pixels, width) };
  };
  const pixelsAt = (index: number): Pixels => {
    const before = saved[Math.floor(index / stride)] ?? none;
    if (index < drawn.index || before.index > drawn.index) drawn = before;
    while (drawn.index < index) {
      drawn = next(drawn);
      if (drawn.index % stride === 0) saved[drawn.index / stride] = drawn;
    }
    return drawn.pixels;
  };
  return { width, height, delays: frames.map(delayOf), pixelsAt };
}

function delayOf({ gce }: Partial<GifFrame>): number {
  const delay = (gce?.delay ?? 0) * 10;
  return delay < MIN_DELAY_MS ? DEFAULT_DELAY_MS : delay;
}

function groundAfter(frame: ParsedFrame, before: Pixels, after: Pixels, width: number): Pixels {
  if (frame.disposalType === RESTORED) return before;
  if (frame.disposalType !== CLEARED) return after;
  const ground = after.slice();
  eachRow(frame, width, ground.length, (start, end) => ground.fill(0, start, end));
  return ground;
}

/** Lays the opaque pixels of a frame over a picture. */
function paint(pixels: Pixels, width: number, frame: ParsedFrame): void {
  eachRow(frame, width, pixels.length, (start, end, row) => {
    let from = row * frame.dims.width * 4;
    for (let to = start; to < end; to += 4, from += 4) {
      if (frame.patch[from + 3] === 0) continue;
      pixels.set(frame.patch.subarray(from, from + 4), to);
    }
  });
}

/** Calls back with the bytes of each row of a frame, cut to the picture of `size` bytes. */
function eachRow(
  { dims }: ParsedFrame,
  width: number,
  size: number,
  visit: (start: number, end: number, row: number) => void,
): void {
  const columns = Math.min(dims.width, width - dims.left);
  if (columns <= 0) return;
  for (let row = 0; row < dims.height; row += 1) {
    const start = ((dims.top + row) * width + dims.left) * 4;
    if (start >= size) return;
    visit(start, start + columns * 4, row);
  }
}
