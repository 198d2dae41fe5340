import fc from "fast-check";
import { expect, it } from "vitest";
import type { Isolation } from "../../api/projector";
import { parseIsolation, printIsolation } from "./isolation";

const isolations = fc.oneof(
  fc.record({
    kind: fc.constant("matching" as const),
    text: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ""),
  }),
  fc.record({
    kind: fc.constant("near" as const),
    row: fc.nat({ max: 20_000 }),
    count: fc.integer({ min: 1, max: 200 }),
    distance: fc.constantFrom("cosine" as const, "euclidean" as const),
  }),
);

it("comes back from the address", () => {
  fc.assert(
    fc.property(isolations, (isolation: Isolation) => {
      expect(parseIsolation(printIsolation(isolation))).toEqual(isolation);
    }),
  );
});

it.each(["", "matching:", "matching: ", "near:1:2", "near:-1:2:cosine", "near:1:2:x", "all"])(
  "takes %j for all points",
  (text) => {
    expect(parseIsolation(text)).toBeNull();
  },
);

it("requests as many neighbours as the server gives", () => {
  expect(parseIsolation("near:1:900:cosine")).toMatchObject({ count: 200 });
  expect(parseIsolation("near:1:0:cosine")).toMatchObject({ count: 1 });
});
