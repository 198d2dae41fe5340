import { describe, expect, it } from "vitest";
import { mnistScopes } from "../testing/mnist-graph";
import type { Scope } from "./model";
import { NodeLookup } from "./node-lookup";

const CONSTANT = "loss_function/ArgMax/dimension";
const HOST = "loss_function/ArgMax";

function named(name: string): Scope {
  const scope = mnistScopes.get(name);
  if (scope === undefined) throw new Error(`There is no scope ${name}.`);
  return scope;
}

/** With all scopes sent, and these open. */
function finder(open: string[]): NodeLookup {
  return new NodeLookup(
    (name) => mnistScopes.get(name),
    () => open.map(named),
  );
}

describe("nodes in what was sent", () => {
  it("are found by where they stand, in a closed scope too", () => {
    const nodes = finder([""]);
    expect(nodes.findScopeAround(HOST)?.name).toBe("loss_function");
    expect(nodes.findNode(HOST)?.name).toBe(HOST);
    expect(nodes.findNode("gone/op")).toBeUndefined();
  });

  it("are found beside an op of a closed scope, once that scope is known", () => {
    const nodes = finder([""]);
    expect(nodes.findAnnotated(CONSTANT)).toBeUndefined();
    nodes.remember(CONSTANT, "loss_function");
    expect(nodes.findAnnotated(CONSTANT)?.scope).toBe("loss_function");
    expect(nodes.findBox(CONSTANT)?.name).toBe(HOST);
  });

  it("are found by the match of a search where they vanish, as a summary's tag does", () => {
    const tag = "loss_function/mean/tags";
    const match = { name: tag, node: HOST, scopes: ["loss_function"], op: "Const", depth: 1 };
    const nodes = finder([""]);
    nodes.remember(tag, "loss_function", { ...match, kind: "constant" });
    expect(nodes.findAnnotated(tag)?.annotation.label).toBe("tags");
    expect(nodes.findBox(tag)?.name).toBe(HOST);
    nodes.remember(tag, "loss_function", { ...match, kind: "op" });
    expect(nodes.findBox(tag)).toBeUndefined();
  });

  it("go on being found when the scope they were found in is closed", () => {
    const open = ["", "loss_function"];
    const nodes = finder(open);
    nodes.retain(CONSTANT);
    open.pop();
    expect(nodes.findAnnotated(CONSTANT)?.host.name).toBe(HOST);
  });

  it("are found in a closed series, which their names do not tell", () => {
    const member = named("loss_function").nodes[0];
    const series = { ...named(""), name: "loss_function/series", nodes: [member] };
    const sent = new Map([[series.name, series]]);
    const nodes = new NodeLookup(
      (name) => sent.get(name),
      () => [],
    );
    expect(nodes.findNode(member.name)).toBeUndefined();
    nodes.remember(member.name, series.name);
    expect(nodes.findScopeAround(member.name)).toBe(series);
  });

  it("have a box themselves, or none that was sent", () => {
    const nodes = finder(["", "loss_function"]);
    expect(nodes.findBox(HOST)?.name).toBe(HOST);
    expect(nodes.findBox("gone/op")).toBeUndefined();
  });
});
