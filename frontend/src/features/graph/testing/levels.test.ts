/** What is drawn at which zoom: readable, and without jumps from one zoom to the next. */
import { describe, expect, it } from "vitest";
import { SvgContext } from "../../../lib/canvas/svg-context";
import { rectMiddle, rectsOverlap } from "../../../lib/geometry/geometry";
import { drawScene } from "../render/draw-scene";
import { SceneSigns } from "../render/signs/scene-signs";
import type { Palette } from "../render/theme";
import { NO_HIGHLIGHT } from "../scene/highlight";
import type { Scope } from "../scope/model";
import { buildScene } from "./build-scene";
import { NO_COSTS } from "./make-graph";
import { mnistNames, mnistScopes } from "./mnist-graph";

/** Half as wide as high, so that no name is cut. */
function measure(text: string, font: string): number {
  const [, size = "0"] = /([\d.]+)px/.exec(font) ?? [];
  return 0.25 * Number(size) * text.length;
}

const palette = new Proxy(
  {},
  { get: (_, name) => (name === "scopes" ? ["#eee", "#ddd"] : "#123456") },
) as Palette;

const BEGINNING = 6;

/** All parameters are in the first layer but a hundredth. */
function withParameters(scope: Scope): Scope {
  const parameters = (name: string): number | null => {
    if (name === "") return 1000;
    if (/^layer1($|\/weights)/.test(name)) return 990;
    return /^layer2($|\/weights)/.test(name) ? 10 : null;
  };
  const costs = (name: string) => ({ ...NO_COSTS, parameters: parameters(name) });
  const nodes = scope.nodes.map((node) => ({ ...node, costs: costs(node.name) }));
  return { ...scope, nodes, costs: costs(scope.name) };
}

const scopes = new Map([...mnistScopes].map(([name, scope]) => [name, withParameters(scope)]));
const few = buildScene(scopes, ["layer1"]);
const all = buildScene(scopes, mnistNames);

/**
 * How much is seen of each text at a zoom, by its beginning: 1 for each time that it is there in full.
 * Names that are cut where there is little room keep their beginnings.
 */
function textsAt(scene: typeof all, scale: number): Map<string, number> {
  const context = new SvgContext(measure);
  const signs = new SceneSigns(scene, measure).at(scene, scale);
  const brush = { context, palette, scale, measure, signs };
  drawScene(brush, scene, scene.worldBounds, NO_HIGHLIGHT);
  const seen = new Map<string, number>();
  for (const [, attributes = "", text = ""] of context.markup.matchAll(/<text([^>]*)>([^<]*)</g)) {
    const [, opacity = "1"] = /opacity="([\d.e-]+)"/.exec(attributes) ?? [];
    const key = text.slice(0, BEGINNING);
    seen.set(key, (seen.get(key) ?? 0) + Number(opacity));
  }
  return seen;
}

const STEP = 1.012;
/** What a step may change of a text, for each time that it can be there. */
const MOST_CHANGE = 0.5;

describe("levels of detail", () => {
  it.each([
    ["a scope open", few],
    ["all scopes open", all],
  ])("come and go gradually as one zooms, with %s", (_, scene) => {
    let before = textsAt(scene, 1.6);
    const copies = new Map<string, number>();
    const jumps: string[] = [];
    for (let scale = 1.6 / STEP; scale > 0.02; scale /= STEP) {
      const now = textsAt(scene, scale);
      for (const text of new Set([...before.keys(), ...now.keys()])) {
        const [a, b] = [before.get(text) ?? 0, now.get(text) ?? 0];
        copies.set(text, Math.max(copies.get(text) ?? 1, a, b));
        if (Math.abs(a - b) > MOST_CHANGE * (copies.get(text) ?? 1)) {
          jumps.push(`${text} at ${scale.toFixed(4)}: ${a} to ${b}`);
        }
      }
      before = now;
    }
    expect(jumps).toEqual([]);
  });

  it("show names, and no signs, from the zoom on at which names are read", () => {
    for (const scale of [0.5, 0.8, 2]) {
      expect(new SceneSigns(all, measure).at(all, scale).shown).toEqual([]);
      expect(textsAt(all, scale).get("layer1")).toBeGreaterThan(0.9);
    }
  });

  it("say which scopes there are and what their shares are, however small the drawing is", () => {
    for (const scale of [0.4, 0.2, 0.1, 0.05]) {
      const { shown } = new SceneSigns(few, measure).at(few, scale);
      const texts = shown.map(({ text }) => text);
      expect(texts).toContain("layer1 99 %");
      expect(texts.filter((text) => /^\d+ %$/.test(text))).toEqual([]);
    }
    const near = new SceneSigns(few, measure).at(few, 0.3).shown.map(({ text }) => text);
    expect(near).toEqual(expect.arrayContaining(["layer1 99 %", "layer2 1 %", "train_step"]));
  });

  it("have signs that are readable, apart, and at their boxes", () => {
    for (const scale of [0.45, 0.3, 0.15, 0.06, 0.02]) {
      const signs = new SceneSigns(all, measure).at(all, scale);
      const shown = signs.shown.filter(({ opacity }) => opacity > 0.5);
      expect(shown.length).toBeGreaterThan(0);
      shown.forEach(({ worldRect, box }, i) => {
        expect(worldRect.height * scale).toBeCloseTo(17, 6);
        for (const other of shown.slice(i + 1)) {
          expect(rectsOverlap(worldRect, other.worldRect)).toBe(false);
        }
        expect(signs.boxAt(rectMiddle(worldRect))?.node.name).toBe(box.node.name);
        expect(signs.nameLeft(box)).toBeLessThan(0.5);
      });
    }
  });

  it("show the share of what was measured where that is given", () => {
    const measured = { ...few, shares: new Map([["train_step", 0.4]]) };
    const texts = new SceneSigns(measured, measure).at(measured, 0.3).shown.map(({ text }) => text);
    expect(texts).toContain("train_step 40 %");
    expect(texts).toContain("layer1");
  });
});
