import { expect, it } from "vitest";
import { foundRows } from "./found-rows";

const VECTORS = {
  rows: 4,
  metadata: [
    { name: "word", values: ["Cat", "dog", "house", ""] },
    { name: "kind", values: ["animal", "animal", "thing", "x/"] },
  ],
};

// The cases of the server's test.
it.each([
  ["cat", [0]],
  [" ANIMAL ", [0, 1]],
  ["/^.o/", [1, 2]],
  ["/^.O", [1, 2]],
  ["x/", [3]],
  ["/", [0, 1, 2, 3]],
  ["cow", []],
])("finds the rows for %j as the server does", (text, rows) => {
  expect([...(foundRows(VECTORS, text) ?? [])]).toEqual(rows);
});

it.each(["", " "])("searches for nothing with %j", (text) => {
  expect(foundRows(VECTORS, text)).toBeNull();
});
