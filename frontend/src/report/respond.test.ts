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
      message: "This report does not include the graph search. Open the log directory instead.",
    },
  });
  const chart = await respond("api/scalars?tag=a&x=step", {}, NOTHING);
  expect(await chart.text()).toContain("or export the report with a larger --size.");
});

it("does not answer a parameter that it does not know, or in another form", async () => {
  const missed: string[] = [];
  const body = Buffer.from("{}").toString("base64");
  const held = new HeldAnswers([["api/tensors", [], "application/json", false, body]], ({ path }) =>
    missed.push(path),
  );
  const status = async (url: string, Accept = "application/json") =>
    (await respond(url, { headers: { Accept } }, held)).status;
  expect(await status("api/tensors")).toBe(200);
  expect(await status("api/tensors?page=2")).toBe(404);
  expect(await status("api/tensors", "application/octet-stream")).toBe(404);
  expect(missed).toEqual(["api/tensors", "api/tensors"]);
});

it("takes no change", async () => {
  const change = await respond("api/state/part?name=runs", { method: "PUT" }, NOTHING);
  expect(change.status).toBe(403);
});
