import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphTrace } from "../../../../api/types";
import { inParts, joinTraces } from "./request-trace";

describe("scopes in parts", () => {
  it("are all requested once, in short requests", () => {
    const names = fc.array(fc.string({ maxLength: 30 }), { maxLength: 40 });
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 60 }), (all, most) => {
        const parts = inParts(all, most);
        expect(parts.flat()).toEqual(all);
        for (const part of parts) {
          const letters = part.join("").length;
          const longest = Math.max(0, ...part.map((name) => name.length));
          expect(letters <= most || letters === longest).toBe(true);
        }
      }),
    );
  });

  it("are one request where nothing is open: the top level is always included", () => {
    expect(inParts([], 10)).toEqual([[]]);
  });
});

describe("answers about one trace", () => {
  const trace: GraphTrace = {
    source: "a",
    target: "",
    direction: "upstream",
    total: 9,
    ends: 1,
    ops: [],
    visible: [{ name: "a", ops: 1 }],
    bound: null,
  };

  it("are one trace with all that is in sight", () => {
    const other = { ...trace, visible: [{ name: "b/c", ops: 2 }] };
    expect(joinTraces([trace, other])).toEqual({
      ...trace,
      visible: [
        { name: "a", ops: 1 },
        { name: "b/c", ops: 2 },
      ],
    });
  });
});
