import fc from "fast-check";
import { expect, test } from "vitest";
import { formattedJson, parsedJson } from "./json-text";

test("names stand in order, a line each", () => {
  expect(formattedJson(' {"b": [1, 2], "a": {"d": null, "c": true}}\n')).toBe(
    '{\n  "a": {\n    "c": true,\n    "d": null\n  },\n  "b": [\n    1,\n    2\n  ]\n}',
  );
});

test("other texts are no JSON", () => {
  for (const text of ["", "1", '"a"', "lr = 1", "{lr: 1}", "[1"]) {
    expect(formattedJson(text)).toBeNull();
    expect(parsedJson(text)).toBeUndefined();
  }
});

test("the order of names is no difference", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
      const reversed = Object.fromEntries(Object.entries(object).reverse());
      expect(formattedJson(JSON.stringify(reversed))).toBe(formattedJson(JSON.stringify(object)));
    }),
  );
});
