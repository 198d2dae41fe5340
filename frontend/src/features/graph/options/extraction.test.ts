import { beforeEach, describe, expect, it } from "vitest";
import { parseRule, printRule, withRule } from "./extraction";
import { memoryOptions } from "./memory-options";

let { extraction } = memoryOptions();
beforeEach(() => {
  ({ extraction } = memoryOptions());
});

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

  it("replaces a rule for the same nodes, and comes last", () => {
    const before = ["exclude:name:a", "exclude:op:NoOp"];
    const rule = { action: "include", kind: "name", what: "a" } as const;
    expect(withRule(before, rule)).toEqual(["exclude:op:NoOp", "include:name:a"]);
  });
});

describe("the question for a scope", () => {
  it("is without parameters by default", () => {
    expect(extraction.scopeQuery(["s"])).toEqual({});
  });

  it("has the rules that may fit a child, and no others", () => {
    extraction.addRule({ action: "exclude", kind: "name", what: "s/a" });
    extraction.addRule({ action: "exclude", kind: "name", what: "t/a" });
    extraction.addRule({ action: "exclude", kind: "op", what: "NoOp" });
    expect(extraction.scopeQuery(["s"])).toEqual({
      choice: ["exclude:name:s/a", "exclude:op:NoOp"],
    });
    expect(extraction.scopeQuery(["s/a[0-5]"])).toEqual({
      choice: ["exclude:name:s/a", "exclude:op:NoOp"],
    });
    expect(extraction.scopeQuery(["u"])).toEqual({ choice: ["exclude:op:NoOp"] });
    extraction.removeRule(extraction.rules()[2]);
    expect(extraction.scopeQuery(["u"])).toEqual({});
  });

  it("has the thresholds and the series that were changed", () => {
    extraction.setThreshold("min_degree", "9");
    extraction.setGrouped("s/a[0-5]", false);
    extraction.setGrouped("s/b[0-5]", false);
    extraction.setGrouped("s/b[0-5]", true);
    expect(extraction.scopeQuery(["s"])).toEqual({ min_degree: "9", ungroup: ["s/a[0-5]"] });
  });

  it("puts a series together that its length would leave apart", () => {
    extraction.setGrouped("s/a[0-1]", true);
    expect(extraction.scopeQuery([""])).toEqual({ group: ["s/a[0-1]"] });
    extraction.setGrouped("s/a[0-1]", false);
    expect(extraction.scopeQuery([""])).toEqual({ ungroup: ["s/a[0-1]"] });
    extraction.forgetNode("s/a[0-1]");
    expect(extraction.scopeQuery([""])).toEqual({});
  });
});

describe("groups by name prefix", () => {
  it("are requested for a scope, and cancelled there", () => {
    extraction.setPrefixes("s", true);
    extraction.setPrefixes("", true);
    expect(extraction.groupingQuery()).toEqual({ group: ["s/*", "*"] });
    expect(["s", "", "t"].map((scope) => extraction.requestsPrefixes(scope))).toEqual([
      true,
      true,
      false,
    ]);
    extraction.setPrefixes("s", false);
    expect(extraction.groupingQuery()).toEqual({ group: ["*"], ungroup: ["s/*"] });
    extraction.setPrefixes("s", true);
    expect(extraction.groupingQuery()).toEqual({ group: ["*", "s/*"] });
  });

  it("are requested for all scopes, or for none", () => {
    extraction.setThreshold("prefixes", "all");
    expect(extraction.requestsPrefixes("s")).toBe(true);
    expect(extraction.groupingQuery()).toEqual({ prefixes: "all" });
    extraction.setThreshold("prefixes", "none");
    expect(extraction.requestsPrefixes("s")).toBe(false);
    expect(extraction.scopeQuery(["s"])).toEqual({ prefixes: "none" });
  });

  it("are grouped again one by one, not by the request for all", () => {
    extraction.setPrefixes("s", false);
    extraction.setGrouped("s/a_*", false);
    expect(extraction.ungroupedIn("s")).toEqual(["s/a_*"]);
  });
});

describe("the order of rules", () => {
  it("is the viewer's, from the first to the last", () => {
    const [a, b] = ["a", "b"].map((what) => ({ action: "exclude", kind: "op", what }) as const);
    extraction.addRule(a);
    extraction.addRule(b);
    extraction.moveRule(b, -1);
    expect(extraction.rules()).toEqual([b, a]);
    extraction.moveRule(b, -1);
    expect(extraction.rules()).toEqual([b, a]);
    extraction.moveRule(b, 1);
    expect(extraction.rules()).toEqual([a, b]);
  });

  it("leaves rules for single nodes in the list, to be found and deleted", () => {
    const own = { action: "exclude", kind: "name", what: "s/x" } as const;
    extraction.addRule(own);
    expect(extraction.ruleForNode("s/x")).toEqual(own);
    expect(extraction.ruleForNode("s")).toBeUndefined();
    extraction.forgetNode("s/x");
    expect(extraction.rules()).toEqual([]);
  });
});
