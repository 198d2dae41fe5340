import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEAST_SCALE, MOST_SCALE, rounded } from "./camera";
import { findKeptCamera, keepCamera, parseCamera, printCamera } from "./kept-camera";

const cameras = fc.record({
  x: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  y: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  scale: fc.double({ min: LEAST_SCALE, max: MOST_SCALE, noNaN: true }),
});

describe("a camera in the address", () => {
  it("comes back within a pixel", () => {
    fc.assert(
      fc.property(cameras, (camera) => {
        const read = parseCamera(printCamera(camera));
        expect(Math.abs((read?.x ?? Number.NaN) - camera.x)).toBeLessThanOrEqual(0.5);
        expect(Math.abs((read?.y ?? Number.NaN) - camera.y)).toBeLessThanOrEqual(0.5);
        expect((read?.scale ?? 0) / camera.scale).toBeCloseTo(1, 3);
      }),
    );
  });

  it("comes back to the last digit once it is rounded", () => {
    fc.assert(
      fc.property(cameras, (camera) => {
        expect(parseCamera(printCamera(camera))).toEqual(rounded(camera));
        expect(rounded(rounded(camera))).toEqual(rounded(camera));
      }),
    );
  });

  it("is none where the text is none", () => {
    for (const text of ["", "1,2", "1,2,", "1,2,3,4", "a,b,c", "1,2,Infinity"]) {
      expect(parseCamera(text)).toBeUndefined();
    }
  });

  it("has a zoom that the viewer could have chosen", () => {
    expect(parseCamera("0,0,0")?.scale).toBe(LEAST_SCALE);
    expect(parseCamera("0,0,1e9")?.scale).toBe(MOST_SCALE);
  });
});

describe("kept cameras", () => {
  it("belong to their graphs", () => {
    keepCamera("one", { x: 1, y: 2, scale: 3 });
    keepCamera("two", { x: 4, y: 5, scale: 6 });
    findKeptCamera("");
    expect(findKeptCamera("one")).toEqual({ x: 1, y: 2, scale: 3 });
    keepCamera("two", undefined);
    expect(findKeptCamera("two")).toBeUndefined();
  });
});
