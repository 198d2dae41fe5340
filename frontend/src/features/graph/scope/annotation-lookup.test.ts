import { describe, expect, it } from "vitest";
import { mnistScopes } from "../testing/mnist-graph";
import { annotatedIn } from "./annotation-lookup";

const scopes = [...mnistScopes.values()];

describe("constants and summaries", () => {
  it("are found by name beside a host that has them", () => {
    const all = scopes.flatMap(({ nodes }) => nodes.flatMap(({ annotations }) => annotations));
    expect(all.length).toBeGreaterThan(0);
    for (const { name } of all) {
      const found = annotatedIn(scopes, name);
      expect(found?.annotation.name).toBe(name);
      expect(found?.host.annotations).toContain(found?.annotation);
    }
  });

  it("are not found under the name of a node", () => {
    expect(annotatedIn(scopes, "layer1")).toBeUndefined();
    expect(annotatedIn([], "ArgMax/dimension")).toBeUndefined();
  });
});
