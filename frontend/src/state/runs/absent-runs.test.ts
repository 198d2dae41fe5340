import { describe, expect, it } from "vitest";
import { TEN_NEWEST } from "../address/run-selection";
import { absentNames, absentText } from "./absent-runs";

describe("runs that a link names and the log does not have", () => {
  it("are those of a selection by hand alone", () => {
    const names = ["a", "b"];
    expect(absentNames({ kind: "names", names: ["a", "x", "y"] }, names)).toEqual(["x", "y"]);
    expect(absentNames({ kind: "names", names: [] }, names)).toEqual([]);
    expect(absentNames({ kind: "matching", pattern: "x" }, names)).toEqual([]);
    expect(absentNames(TEN_NEWEST, [])).toEqual([]);
  });

  it("are named, the first of many", () => {
    expect(absentText(["x"])).toBe("1 run of this link is not in this log directory: x.");
    expect(absentText(["a", "b", "c", "d", "e", "f", "g"])).toBe(
      "7 runs of this link are not in this log directory: a, b, c, d, e and 2 more.",
    );
  });
});
