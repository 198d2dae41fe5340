import { expect, it } from "vitest";
import { HeldAnswers } from "./held";
import { respond } from "./respond";

const NOTHING = new HeldAnswers([]);

it("says in a sentence what a report does not hold", async () => {
  const search = await respond("api/graphs/g/search?q=a", {}, NOTHING);
  expect(search.status).toBe(404);
  expect(await search.json()).toEqual({
    error: {
      kind: "not_in_report",
      message:
        "This report does not hold what a search of the whole graph needs. Look at the log directory itself.",
    },
  });
  const chart = await respond("api/scalars?tag=a&x=step", {}, NOTHING);
  expect(await chart.text()).toContain("or export it with a larger --size.");
});

it("takes no change", async () => {
  const change = await respond("api/state/part?name=runs", { method: "PUT" }, NOTHING);
  expect(change.status).toBe(403);
});
