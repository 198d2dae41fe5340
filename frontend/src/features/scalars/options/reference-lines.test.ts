import fc from "fast-check";
import { expect, it } from "vitest";
import { parseReference, printReference, referencesOn } from "./reference-lines";

it("comes back from the address", () => {
  const unit = fc.constantFrom("value" as const, "step" as const, "wall_time" as const);
  const at = fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0);
  const label = fc.string({ maxLength: 80 });
  fc.assert(
    fc.property(unit, at, label, fc.option(fc.string()), (unit, at, label, card) => {
      const axis = unit === "value" ? "y" : "x";
      const line = { axis, unit, at, label, card, isReached: card !== null };
      expect(parseReference(printReference(line))).toEqual(line);
    }),
  );
});

it.each(["", "{}", '["value"]', '["value","1","x"]', '[1,1,"x"]', '["step",null,"x"]'])(
  "is none for %j",
  (text) => expect(parseReference(text)).toBeNull(),
);

it("stands on its card, or on all, and only over its axis", () => {
  const texts = [
    '["value",1,"one","loss"]',
    '["step",5,"all"]',
    '["relative",9,"time"]',
    '["epoch",2,"own"]',
  ];
  const labels = (card: string, axis: string) =>
    referencesOn(texts, card, axis).map(({ line }) => line.label);
  expect(labels("loss", "step")).toEqual(["one", "all"]);
  expect(labels("acc", "relative")).toEqual(["time"]);
  expect(labels("acc", "epoch")).toEqual(["own"]);
});
