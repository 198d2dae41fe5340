import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_SCALE, MIN_SCALE, parseCamera, printCamera, rounded } from "./camera";
import { steppedShape } from "./canvas-shape";
import { memoryOptions } from "./memory-options";

const camera = fc.record({
  x: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  y: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  scale: fc.double({ min: MIN_SCALE, max: MAX_SCALE, noNaN: true }),
});

const lengths = fc.integer({ min: 1, max: 5000 });
const size = fc.record({ width: lengths, height: lengths });
const canvas = fc
  .record({
    width: fc.integer({ min: 160, max: 5000 }),
    height: fc.integer({ min: 160, max: 5000 }),
  })
  .map(steppedShape);
const outlooks = fc.oneof(
  fc.record({ camera, size: fc.option(size, { nil: undefined }) }),
  fc.record({ camera, size, canvas }),
);

describe("a camera in the address", () => {
  it("comes back to the last digit once it is rounded", () => {
    fc.assert(
      fc.property(outlooks, (outlook) => {
        const read = parseCamera(printCamera(outlook));
        expect(read).toEqual({ ...outlook, camera: rounded(outlook.camera) });
        expect(rounded(rounded(outlook.camera))).toEqual(rounded(outlook.camera));
      }),
    );
  });

  it("is none where the text is none", () => {
    const texts = [
      "",
      "1,2",
      "1,2,",
      "1,2,3,4",
      "a,b,c",
      "1,2,Infinity",
      "1,2,3,0,9",
      "1,2,3,4,5,6",
      "1,2,3,4,5,6,",
      "1,2,3,4,5,6,7,8",
    ];
    for (const text of texts) expect(parseCamera(text)).toBeUndefined();
  });

  it("has a zoom that the viewer could have chosen", () => {
    expect(parseCamera("0,0,0")?.camera.scale).toBe(MIN_SCALE);
    expect(parseCamera("0,0,1e9")?.camera.scale).toBe(MAX_SCALE);
  });
});

describe("saved cameras", () => {
  it("belong to their graphs", () => {
    const one = { camera: { x: 1, y: 2, scale: 3 }, size: { width: 800, height: 600 } };
    const { camera } = memoryOptions();
    camera.set("one", one);
    camera.set("two", { camera: { x: 4, y: 5, scale: 6 }, size: undefined });
    camera.find("");
    expect(camera.find("one")).toEqual(one);
    camera.set("two", undefined);
    expect(camera.find("two")).toBeUndefined();
  });

  it("begin with the one of the link, whatever graph is first", () => {
    const { camera } = memoryOptions({ camera: "1,2,3" });
    const linked = { camera: { x: 1, y: 2, scale: 3 }, size: undefined };
    expect(camera.find("one")).toEqual(linked);
    expect(camera.find("two")).toBeUndefined();
    expect(camera.text.value).toBe("");
    expect(camera.find("one")).toEqual(linked);
  });
});
