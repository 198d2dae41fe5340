import fc from "fast-check";
import { expect, it } from "vitest";
import { COLOURS, gifBytes, type WrittenFrame } from "../testing/gif-bytes";
import { readGif } from "./gif";

const [WIDTH, HEIGHT] = [5, 4];

const frames: fc.Arbitrary<WrittenFrame> = fc
  .record({
    left: fc.nat(WIDTH - 1),
    top: fc.nat(HEIGHT - 1),
    disposal: fc.nat(3),
    transparent: fc.option(fc.nat(3)),
    delay: fc.nat(20),
  })
  .chain((rest) =>
    fc
      .record({
        width: fc.integer({ min: 1, max: WIDTH - rest.left }),
        height: fc.integer({ min: 1, max: HEIGHT - rest.top }),
      })
      .chain((size) => {
        const length = size.width * size.height;
        return fc
          .array(fc.nat(3), { minLength: length, maxLength: length })
          .map((pixels) => ({ ...rest, ...size, pixels }));
      }),
  );

type Picture = readonly (number | null)[];

/** The colour of each pixel while each frame is shown; null where there is none. */
function expectedPictures(all: readonly WrittenFrame[]): readonly Picture[] {
  let ground: Picture = Array.from({ length: WIDTH * HEIGHT }, () => null);
  return all.map(({ left, top, width, height, pixels, transparent, disposal }) => {
    const place = (at: number) => (top + Math.floor(at / width)) * WIDTH + left + (at % width);
    const shown = [...ground];
    const cleared = [...ground];
    pixels.forEach((colour, at) => {
      if (colour !== transparent) shown[place(at)] = colour;
    });
    shown.forEach((colour, at) => {
      cleared[at] = colour;
    });
    for (let at = 0; at < width * height; at += 1) cleared[place(at)] = null;
    if (disposal === 2) ground = cleared;
    else if (disposal !== 3) ground = shown;
    return shown;
  });
}

function rgba(picture: Picture): number[] {
  return picture.flatMap((colour) => {
    return colour === null ? [0, 0, 0, 0] : [...(COLOURS[colour] ?? []), 255];
  });
}

it("shows each frame over what the ones before left, in whatever order frames are wanted", () => {
  fc.assert(
    fc.property(
      fc.array(frames, { minLength: 1, maxLength: 40 }),
      fc.array(fc.nat(100), { minLength: 1, maxLength: 12 }),
      (written, wanted) => {
        const animation = readGif(gifBytes(WIDTH, HEIGHT, written));
        const expected = expectedPictures(written).map(rgba);
        expect(animation.delays).toHaveLength(written.length);
        for (const number of wanted) {
          const index = number % written.length;
          expect([...animation.pixelsAt(index)]).toEqual(expected[index]);
        }
      },
    ),
  );
});

const FRAME: WrittenFrame = {
  ...{ left: 0, top: 0, width: WIDTH, height: HEIGHT, disposal: 0, transparent: null },
  ...{ delay: 5, pixels: Array.from({ length: WIDTH * HEIGHT }, () => 1) },
};

it("takes very short delays for missing ones, as browsers do", () => {
  const written = [0, 1, 2, 50].map((delay) => ({ ...FRAME, delay }));
  expect(readGif(gifBytes(WIDTH, HEIGHT, written)).delays).toEqual([100, 100, 20, 500]);
});

it("refuses bytes that are no GIF", () => {
  expect(() => readGif(new TextEncoder().encode("no picture").buffer).pixelsAt(0)).toThrow();
});
