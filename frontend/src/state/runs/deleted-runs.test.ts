import { expect, it } from "vitest";
import type { Run } from "../../api/types";
import { missingRuns } from "./deleted-runs";

it("tells runs that are no more", () => {
  const runs = ["a", "b", "c"].map((id) => ({ id }) as Run);
  expect(missingRuns(runs, runs.slice(1)).map(({ id }) => id)).toEqual(["a"]);
  expect(missingRuns([], runs)).toEqual([]);
});
