import { describe, expect, it } from "vitest";
import { SvgContext } from "../../../lib/canvas/svg-context";
import type { Scope, ScopeNode } from "../scope/model";
import { buildScene, measureLetters } from "../testing/build-scene";
import { buildScopes } from "../testing/make-graph";
import { drawChanges } from "./draw-changes";
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

/** What is drawn of a scope and two ops of the top level; `s` is open or closed. */
function drawn(changes: Readonly<Record<string, Partial<Change>>>, opened: string[], scale = 1) {
  const scopes = buildScopes(["s/op", "same"], [["s/op", "same", "data"]]);
  const withChanges = [...scopes].map(([name, scope]): [string, Scope] => {
    const nodes = scope.nodes.map((node): ScopeNode => {
      const change = changes[node.name];
      const none = { status: "changed", added: 0, removed: 0, changed: 0, moved: 0 } as const;
      return change === undefined ? node : { ...node, change: { ...none, ...change } };
    });
    return [name, { ...scope, nodes }];
  });
  const scene = buildScene(new Map(withChanges), opened);
  const context = new SvgContext(measureLetters);
  drawChanges({ context, palette, scale, measure: measureLetters }, scene.boxes);
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

  it("has no sign where that could not be read", () => {
    expect(drawn(S, [], 0.1)).not.toContain("+2");
    expect(drawn(S, [], 0.1)).toContain(COLOURS.changed);
  });
});
