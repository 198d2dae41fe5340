import { afterEach, describe, expect, it } from "vitest";
import {
  addRule,
  forgetNode,
  moveRule,
  parseRule,
  printRule,
  removeRule,
  resetSplit,
  ruleForNode,
  rules,
  scopeQuery,
  setGrouped,
  setThreshold,
  withRule,
} from "./extraction";

afterEach(resetSplit);

describe("a rule of the viewer", () => {
  it("reads as it was written, whatever its name holds", () => {
    for (const text of ["exclude:name:a/b:0", "include:op:NoOp", "exclude:regex:^a:.*$"]) {
      const rule = parseRule(text);
      expect(rule && printRule(rule)).toBe(text);
    }
  });

  it("is nothing where the address holds something else", () => {
    for (const text of ["", "exclude", "exclude:name:", "drop:op:A", "include:x:A"]) {
      expect(parseRule(text)).toBeUndefined();
    }
  });

  it("takes the place of what was said of the same nodes, and stands last", () => {
    const before = ["exclude:name:a", "exclude:op:NoOp"];
    const rule = { action: "include", kind: "name", what: "a" } as const;
    expect(withRule(before, rule)).toEqual(["exclude:op:NoOp", "include:name:a"]);
  });
});

describe("the question for a scope", () => {
  it("is without parameters by default", () => {
    expect(scopeQuery(["s"])).toEqual({});
  });

  it("has the rules that may fit a child, and no others", () => {
    addRule({ action: "exclude", kind: "name", what: "s/a" });
    addRule({ action: "exclude", kind: "name", what: "t/a" });
    addRule({ action: "exclude", kind: "op", what: "NoOp" });
    expect(scopeQuery(["s"])).toEqual({ choice: ["exclude:name:s/a", "exclude:op:NoOp"] });
    expect(scopeQuery(["s/a[0-5]"])).toEqual({ choice: ["exclude:name:s/a", "exclude:op:NoOp"] });
    expect(scopeQuery(["u"])).toEqual({ choice: ["exclude:op:NoOp"] });
    removeRule(rules()[2]);
    expect(scopeQuery(["u"])).toEqual({});
  });

  it("has the thresholds and the series that were changed", () => {
    setThreshold("min_degree", "9");
    setGrouped("s/a[0-5]", false);
    setGrouped("s/b[0-5]", false);
    setGrouped("s/b[0-5]", true);
    expect(scopeQuery(["s"])).toEqual({ min_degree: "9", ungroup: ["s/a[0-5]"] });
  });

  it("puts a series together that its length would leave apart", () => {
    setGrouped("s/a[0-1]", true);
    expect(scopeQuery([""])).toEqual({ group: ["s/a[0-1]"] });
    setGrouped("s/a[0-1]", false);
    expect(scopeQuery([""])).toEqual({ ungroup: ["s/a[0-1]"] });
    forgetNode("s/a[0-1]");
    expect(scopeQuery([""])).toEqual({});
  });
});

describe("the order of rules", () => {
  it("is the viewer's, from the first to the last", () => {
    const [a, b] = ["a", "b"].map((what) => ({ action: "exclude", kind: "op", what }) as const);
    addRule(a);
    addRule(b);
    moveRule(b, -1);
    expect(rules()).toEqual([b, a]);
    moveRule(b, -1);
    expect(rules()).toEqual([b, a]);
    moveRule(b, 1);
    expect(rules()).toEqual([a, b]);
  });

  it("leaves what is said of one node by name to be found and forgotten", () => {
    const own = { action: "exclude", kind: "name", what: "s/x" } as const;
    addRule(own);
    expect(ruleForNode("s/x")).toEqual(own);
    expect(ruleForNode("s")).toBeUndefined();
    forgetNode("s/x");
    expect(rules()).toEqual([]);
  });
});
