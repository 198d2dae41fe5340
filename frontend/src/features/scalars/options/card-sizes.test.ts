import { expect, it } from "vitest";
import { gridFor } from "../../../lib/lists/card-layout";
import { CARD_SIZES } from "./card-sizes";

const MANY = [{ key: "s", title: "s", cards: Array.from({ length: 40 }, (_, at) => at) }];

it("has more and smaller cards the closer they stand", () => {
  const columns = (["S", "M", "L"] as const).map(
    (size) => gridFor(1400, 12, MANY, CARD_SIZES[size]).columns,
  );
  expect(columns).toEqual([5, 4, 2]);
});
