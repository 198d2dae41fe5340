import { effect, signal } from "@preact/signals";
import { expect, it } from "vitest";
import { stableComputed } from "./stable-computed";

it("notifies of what is different, and keeps the parts that are not", () => {
  const runs = signal([
    { id: "a", last: 1 },
    { id: "b", last: 1 },
  ]);
  const names = stableComputed(() => runs.value.map(({ id }) => ({ id })));
  const seen: (readonly { id: string }[])[] = [];
  effect(() => {
    seen.push(names.value);
  });
  runs.value = [
    { id: "a", last: 2 },
    { id: "b", last: 1 },
  ];
  expect(seen).toHaveLength(1);
  runs.value = [...runs.peek(), { id: "c", last: 1 }];
  expect(seen[1]).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }]);
  expect(seen[1]?.[0]).toBe(seen[0]?.[0]);
});
