import { expect, it } from "vitest";
import { unreadFirst } from "./run-order";

it("takes what has not been read for older than what has, and keeps the order otherwise", () => {
  const run = (name: string, first_wall_time: number | null) => ({ name, first_wall_time });
  const runs = [run("c", 1), run("d", 2), run("a", null), run("b", null)];
  expect(unreadFirst(runs).map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
  expect(unreadFirst([])).toEqual([]);
});
