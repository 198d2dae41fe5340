import { describe, expect, it } from "vitest";
import { SvgContext } from "../../../lib/canvas/svg-context";
import { NO_HIGHLIGHT } from "../scene/highlight";
import type { Scene } from "../scene/scene";
import type { Scope, ScopeNode } from "../scope/model";
import { buildScene, measureLetters } from "../testing/build-scene";
import { buildScopes } from "../testing/make-graph";
import { drawChanges } from "./draw-changes";
import { drawScene } from "./draw-scene";
import { SceneSigns } from "./signs/scene-signs";
import type { Palette } from "./theme";

const COLOURS = { added: "#0a0", removed: "#a00", changed: "#aa0", moved: "#a0a" };
const palette = new Proxy(
  {},
  {
    get: (_, name) => {
      if (name === "changes") return COLOURS;
      return name === "scopes" ? ["#eee", "#ddd"] : "#123456";
    },
  },
) as Palette;

type Change = NonNullable<ScopeNode["change"]>;

/** A scope and two ops of the top level; `s` is open or closed. */
function sceneOf(changes: Readonly<Record<string, Partial<Change>>>, opened: string[]): Scene {
  const scopes = buildScopes(["s/op", "same"], [["s/op", "same", "data"]]);
  const withChanges = [...scopes].map(([name, scope]): [string, Scope] => {
    const nodes = scope.nodes.map((node): ScopeNode => {
      const change = changes[node.name];
      const none = { status: "changed", added: 0, removed: 0, changed: 0, moved: 0 } as const;
      return change === undefined ? node : { ...node, change: { ...none, ...change } };
    });
    return [name, { ...scope, nodes }];
  });
  return buildScene(new Map(withChanges), opened);
}

function drawn(changes: Readonly<Record<string, Partial<Change>>>, opened: string[], scale = 1) {
  const scene = sceneOf(changes, opened);
  const context = new SvgContext(measureLetters);
  drawChanges({ context, palette, scale, measure: measureLetters }, scene.boxes);
  return context.markup;
}

/** What is drawn at a small scale, where plates stand for boxes. */
function drawnFar(scene: Scene, scale: number): string {
  const context = new SvgContext(measureLetters);
  const signs = new SceneSigns(scene, measureLetters).at(scene, scale);
  const brush = {
    context,
    palette,
    scale,
    measure: measureLetters,
    signs,
    changes: { drawChanges },
  };
  const everything = { x: -1e4, y: -1e4, width: 2e4, height: 2e4 };
  drawScene(brush, scene, everything, NO_HIGHLIGHT);
  return context.markup;
}

const S = { s: { added: 2, removed: 1 }, "s/op": { status: "added", added: 1 } } as const;

describe("what became of nodes", () => {
  it("is a border in its colour, with counts on a closed scope", () => {
    const markup = drawn(S, []);
    expect(markup).toContain("+2 −1");
    expect(markup).toContain(COLOURS.changed);
    expect(markup).not.toContain(COLOURS.added);
  });

  it("is on what is in an open scope, and not on that itself", () => {
    const markup = drawn(S, ["s"]);
    expect(markup).not.toContain("+2 −1");
    expect(markup).toContain(COLOURS.added);
    expect(markup).not.toContain(COLOURS.changed);
  });

  it("is on an open scope that is new as a whole", () => {
    expect(drawn({ s: { status: "added", added: 1 } }, ["s"])).toContain("+1");
  });

  it("differs in lines, not in colours alone", () => {
    const dashes = (["added", "removed", "changed", "moved"] as const).map(
      (status) => /stroke-dasharray="([^"]*)"/.exec(drawn({ s: { status } }, []))?.[1],
    );
    expect(new Set(dashes).size).toBe(4);
  });

  it("is on the plates with names that cover boxes from far, with one sign", () => {
    const markup = drawnFar(sceneOf(S, []), 0.3);
    const border = /<path [^>]*stroke-dasharray/g;
    expect(markup.match(border)).toHaveLength(1);
    expect(markup.match(border)).not.toEqual(drawn(S, [], 0.3).match(border));
    expect(markup.match(/\+2 −1/g)).toHaveLength(1);
  });

  it("has no sign where that could not be read", () => {
    expect(drawn(S, [], 0.1)).not.toContain("+2");
    expect(drawn(S, [], 0.1)).toContain(COLOURS.changed);
  });
});
