import { describe, expect, it } from "vitest";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { hasSameContent } from "../viewport/scene-anchor";
import { applyOverlays, NO_OVERLAYS } from "./apply-overlays";

const scene = buildScene(mnistScopes, ["layer1"]);

describe("answers on a scene", () => {
  it("leave it as it is where there are none", () => {
    expect(applyOverlays(scene, NO_OVERLAYS)).toBe(scene);
  });

  it("fade what is off a trace, and the edges that leave it", () => {
    const traced = new Set(["input", "layer1"]);
    const shown = applyOverlays(scene, { ...NO_OVERLAYS, traced });
    expect(shown.boxByName.get("input")?.opacity).toBe(1);
    expect(shown.boxByName.get("layer2")?.opacity).toBeLessThan(0.5);
    const opacity = (source: string, target: string) =>
      shown.edges.find((edge) => edge.source === source && edge.target === target)?.opacity;
    expect(opacity("input", "layer1")).toBe(1);
    expect(opacity("layer1", "layer2")).toBeLessThan(0.5);
  });

  it("move nothing, and are on the boxes that a name leads to", () => {
    const found = new Map([["layer2", { isMatch: false, inside: 7 }]]);
    const fill = { kind: "heat", heat: 0.5 } as const;
    const shown = applyOverlays(scene, {
      ...NO_OVERLAYS,
      found,
      fills: new Map([["layer2", fill]]),
      unused: new Set(["input"]),
    });
    expect(hasSameContent(scene, shown)).toBe(true);
    expect(shown.boxByName.get("layer2")).toMatchObject({ fill, found: { inside: 7 }, opacity: 1 });
    expect(shown.boxByName.get("input")?.opacity).toBeLessThan(0.5);
    expect(shown.boxes).toContain(shown.boxByName.get("layer2"));
  });

  it("colour no open scope: what is inside has the colours", () => {
    const fills = new Map([["layer1", { kind: "heat", heat: 1 } as const]]);
    expect(applyOverlays(scene, { ...NO_OVERLAYS, fills }).boxByName.get("layer1")?.fill).toBe(
      undefined,
    );
  });
});
