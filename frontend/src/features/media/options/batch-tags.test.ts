import { expect, test } from "vitest";
import type { MediaKind } from "../../../api/media";
import { batchesOf, type MediaTag, placeInBatch } from "./batch-tags";

const tag = (name: string, media: MediaKind = "images"): MediaTag => ({
  ...{ tag: name, media, kind: media, display_name: "", description: "", runs: [] },
});
const found = (...tags: readonly MediaTag[]) =>
  batchesOf(tags).map(({ name, tags }) => [name, ...tags]);

test("the pictures of a batch make one card, in their order", () => {
  const batch = ["in/pics/image/0", "in/pics/image/1", "in/pics/image/10", "in/pics/image/2"];
  expect(found(...batch.map((name) => tag(name)))).toEqual([
    ["in/pics", batch[0], batch[1], batch[3], batch[2]],
  ]);
});

test("both forms of a batch make one card", () => {
  expect(found(tag("pics"), tag("pics/image/0"), tag("tone/audio", "audio"))).toEqual([
    ["pics", "pics", "pics/image/0"],
    ["tone", "tone/audio"],
  ]);
});

test("pictures and sounds of one name stay apart", () => {
  expect(found(tag("x/image/0"), tag("x/audio/0", "audio"))).toEqual([
    ["x", "x/image/0"],
    ["x", "x/audio/0"],
  ]);
});

test("other tags keep their names", () => {
  for (const name of ["image/0", "a/image/b", "a/images/0", "a/image/0/c", "/image/0"]) {
    expect(placeInBatch(name, "images")).toEqual({ name, nth: -1 });
  }
  expect(placeInBatch("a/audio/1", "images").nth).toBe(-1);
});
