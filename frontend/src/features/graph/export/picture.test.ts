import { describe, expect, it } from "vitest";
import { rectContains } from "../../../lib/geometry/geometry";
import * as messages from "../messages";
import type { Palette } from "../render/theme";
import { buildScene, measureLetters } from "../testing/build-scene";
import { buildScopes } from "../testing/make-graph";
import { mnistScopes } from "../testing/mnist-graph";
import { areaOf } from "./export-area";
import { composePicture, wholeScene } from "./picture";
import { pngScale } from "./png";
import { svgPicture } from "./svg";

const scene = buildScene(mnistScopes, ["layer1"]);
const palette = new Proxy(
  {},
  { get: (_, name) => (name === "scopes" ? ["#eee", "#ddd"] : "#123456") },
) as Palette;

function tenths(length: number): number {
  return Math.round(10 * length) / 10;
}

function scaleOf(size: { width: number; height: number }, wanted: number, zoom = 1): number {
  return pngScale({ worldBounds: { x: 0, y: 0, ...size }, zoom }, wanted);
}

const whole = composePicture(scene, wholeScene(scene), "train", "292 ops", [], measureLetters);
const svg = svgPicture(whole, palette, measureLetters);

describe("a picture", () => {
  it("holds the whole drawing and its caption below it", () => {
    const { worldBounds, worldArea, caption } = whole;
    for (const { worldRect } of scene.boxes) {
      expect(rectContains(worldArea, worldRect.x, worldRect.y)).toBe(true);
      expect(
        rectContains(worldArea, worldRect.x + worldRect.width, worldRect.y + worldRect.height),
      ).toBe(true);
    }
    expect(worldBounds.height).toBe(worldArea.height + caption.height);
  });

  it("explains what it shows, and nothing else", () => {
    const texts = whole.caption.keys.map(({ key }) => key.text);
    expect(texts).toEqual(expect.arrayContaining(["Name scope", "Op", "Control dependency"]));
    expect(texts).not.toContain(messages.functionCall);
    for (const { x } of whole.caption.keys) expect(x).toBeGreaterThan(0);
  });

  it("shows a scope alone, or what is in view, and no more than there is", () => {
    const area = areaOf(scene, { kind: "scope", name: "layer1" });
    const box = scene.boxByName.get("layer1")?.worldRect;
    expect(area).toMatchObject({ width: (box?.width ?? 0) + 20, height: (box?.height ?? 0) + 20 });
    expect(areaOf(scene, { kind: "scope", name: "no such scope" })).toBeUndefined();
    const far = {
      kind: "view" as const,
      camera: { x: 0, y: 0, scale: 0.01 },
      size: { width: 900, height: 900 },
    };
    const shown = composePicture(
      scene,
      areaOf(scene, far) ?? wholeScene(scene),
      "",
      "",
      [],
      measureLetters,
    );
    expect(shown.worldArea.width).toBeLessThanOrEqual(wholeScene(scene).width);
    expect(shown.worldArea.height).toBeLessThanOrEqual(wholeScene(scene).height);
  });
});

describe("a picture as SVG", () => {
  it("has the size of the picture", () => {
    const { worldBounds } = whole;
    expect(svg).toContain(
      ` width="${tenths(worldBounds.width)}" height="${tenths(worldBounds.height)}"`,
    );
    const [, box] = /viewBox="([^"]+)"/.exec(svg) ?? [];
    expect(box?.split(" ").map(Number)).toEqual(
      [worldBounds.x, worldBounds.y, worldBounds.width, worldBounds.height].map(tenths),
    );
  });

  it("has the names as text, and who they are of", () => {
    for (const name of ["layer2", "moving_average", "train_step"]) {
      expect(svg).toContain(`>${name}</text>`);
    }
    expect(svg).toContain("<title>train</title>");
    expect(svg).toContain(">292 ops</text>");
  });

  it("uses attributes alone", () => {
    expect(svg).not.toMatch(/style=|<style|<script|href=|NaN|undefined/);
  });

  it("is closed where it is opened, whatever names it holds", () => {
    const odd = buildScene(buildScopes(["<script>&amp;", "a]]>/'\"\u0001"], []), ["a]]>"]);
    const picture = composePicture(odd, wholeScene(odd), "</title><b>", "&", [], measureLetters);
    const text = svgPicture(picture, palette, measureLetters);
    expect(text).not.toMatch(/<script|<b>|&(?!(amp|lt|gt|quot|apos);)/);
    const opened = [...text.matchAll(/<\w+(?:[^>"]|"[^"]*")*(?<!\/)>/g)].length;
    expect([...text.matchAll(/<\/\w+>/g)].length).toBe(opened);
  });
});

describe("a picture of what is in view", () => {
  const view = (zoom: number) => {
    const size = { width: 600, height: 400 };
    const { x, y, width, height } = scene.worldBounds;
    const camera = {
      x: size.width / 2 - (x + width / 2) * zoom,
      y: size.height / 2 - (y + height / 2) * zoom,
      scale: zoom,
    };
    const area = areaOf(scene, { kind: "view", camera, size }) ?? wholeScene(scene);
    return composePicture(scene, area, "train", "", [], measureLetters, zoom);
  };

  it("is as large as it is on the page", () => {
    for (const zoom of [0.2, 0.5, 2]) {
      const { worldArea } = view(zoom);
      const svgText = svgPicture(view(zoom), palette, measureLetters);
      const [, width] = /width="([\d.]+)"/.exec(svgText) ?? [];
      expect(Number(width)).toBeCloseTo(worldArea.width * zoom, 0);
      expect(Number(width)).toBeLessThanOrEqual(601);
    }
  });

  it("shows what is shown at that zoom: signs in place of names where it is small", () => {
    const far = svgPicture(view(0.2), palette, measureLetters);
    expect(far).toContain(`>${messages.sampleShare}</text>`);
    expect(far).toMatch(/font-size="55" [^>]*>layer2</);
    const near = svgPicture(view(1), palette, measureLetters);
    expect(near).not.toContain(messages.sampleShare);
  });
});

describe("the size of a PNG", () => {
  it("is the requested one while a canvas has room for it", () => {
    expect(scaleOf({ width: 1_000, height: 800 }, 4)).toBe(4);
  });

  it("is as large as a canvas takes otherwise", () => {
    expect(scaleOf({ width: 40_000, height: 100 }, 2)).toBeCloseTo(16_384 / 40_000, 6);
    const side = 10_000;
    expect((scaleOf({ width: side, height: side }, 4) * side) ** 2).toBeCloseTo(2 ** 26, -1);
  });

  it("is of the picture as it is on the page", () => {
    expect(scaleOf({ width: 40_000, height: 20_000 }, 2, 0.02)).toBe(2);
  });
});
