import { describe, expect, it } from "vitest";
import { parentName, type Scope } from "../scope/model";
import { mnistScopes } from "../testing/mnist-graph";
import { crumbsTo } from "./breadcrumbs";

const around = (name: string): Scope | undefined => mnistScopes.get(parentName(name));

describe("breadcrumbs", () => {
  it("lead from the outermost scope to the node", () => {
    const inner = [...mnistScopes.keys()].find((name) => name.split("/").length === 2) ?? "";
    const crumbs = crumbsTo(inner, around);
    expect(crumbs.map(({ name }) => name)).toEqual([parentName(inner), inner]);
    expect(crumbs.map(({ label }) => label).join("/")).toBe(inner);
  });

  it("are a single one at the top level, and none for no node", () => {
    expect(crumbsTo("layer1", around)).toEqual([{ name: "layer1", label: "layer1" }]);
    expect(crumbsTo("", around)).toEqual([]);
  });

  it("lead through the series that holds a node", () => {
    const layer = mnistScopes.get("layer1");
    const member = layer?.nodes[0];
    if (layer === undefined || member === undefined) throw new Error("layer1 is empty");
    const series: Scope = { ...layer, name: "layer1/biases_[1-3]" };
    const find = (name: string): Scope | undefined => {
      return name === member.name ? series : around(name);
    };
    const names = crumbsTo(member.name, find).map(({ name }) => name);
    expect(names).toEqual(["layer1", "layer1/biases_[1-3]", member.name]);
  });

  it("follow the name where nothing has been sent, and end even if scopes held each other", () => {
    const names = crumbsTo("a/b/c", () => undefined).map(({ name }) => name);
    expect(names).toEqual(["a", "a/b", "a/b/c"]);
    const layer = mnistScopes.get("layer1");
    expect(crumbsTo("layer1", () => layer)).toHaveLength(1);
  });
});
