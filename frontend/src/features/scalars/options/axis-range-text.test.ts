import fc from "fast-check";
import { expect, it } from "vitest";
import { parseFrame, printFrame, withFrame } from "./axis-range-text";

it("comes back from the address, whatever the card is called", () => {
  const end = fc.integer({ min: -1e6, max: 1e6 });
  const range = fc.option(fc.tuple(end, fc.integer({ min: 1, max: 1e6 })));
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), range, range, (card, x, y) => {
      const of = (pair: [number, number] | null) => pair && ([pair[0], pair[0] + pair[1]] as const);
      const frame = { card, x: of(x), y: of(y) };
      expect(parseFrame(printFrame(frame))).toEqual(frame);
    }),
  );
});

it("is one for each card, and none for a card that shows all", () => {
  const frame = { card: "loss", x: [0, 5], y: null } as const;
  const frames = withFrame(["|0:1|acc", "1:2||loss"], frame);
  expect(frames).toEqual(["|0:1|acc", "0:5||loss"]);
  expect(withFrame(frames, { card: "acc", x: null, y: null })).toEqual(["0:5||loss"]);
});

it.each(["", "||", "1:2|loss", "loss"])("is none for %j", (text) => {
  expect(parseFrame(text)).toBeNull();
});
