import { expect, it } from "vitest";
import { colouringOf, informativeColumn } from "./colours";

it("gives words colours of their own, in the order of the words", () => {
  const { colourOf, legend } = colouringOf(["b", "a10", "a9", "b"], "light", "grey");
  expect(legend.map(({ text }) => text)).toEqual(["a9", "a10", "b"]);
  expect(colourOf(0)).toBe(colourOf(3));
  expect(new Set([0, 1, 2].map(colourOf)).size).toBe(3);
});

it("takes many different numbers for a scale, and what is none of them for plain", () => {
  const values = Array.from({ length: 50 }, (_, at) => String(at / 7));
  const { colourOf, legend } = colouringOf([...values, ""], "dark", "grey");
  expect(legend.map(({ text }) => text)).toEqual(["0", "3.5", "7"]);
  expect(colourOf(0)).not.toBe(colourOf(49));
  expect(colourOf(50)).toBe("grey");
});

it("colours by classes before names", () => {
  const names = { name: "name", values: ["a", "b", "c"] };
  const classes = { name: "class", values: ["x", "y", "x"] };
  expect(informativeColumn([names, { name: "same", values: ["q", "q", "q"] }, classes])).toBe(
    "class",
  );
  expect(informativeColumn([names])).toBe("name");
  expect(informativeColumn([])).toBeNull();
});

it("leaves points plain without a column", () => {
  expect(colouringOf(null, "light", "grey").colourOf(7)).toBe("grey");
});
