import { expect, it } from "vitest";
import { redrawNoMore, redrawSoon } from "./redraw-queue";

it("draws each chart once, after all requests for it", async () => {
  const drawn: string[] = [];
  const one = () => drawn.push("one");
  const other = () => drawn.push("other");
  for (const chart of [one, other, one]) redrawSoon(chart);
  drawn.push("page");
  await Promise.resolve();
  expect(drawn).toEqual(["page", "one", "other"]);
});

it("draws no chart that has gone, and those that ask again", async () => {
  const drawn: string[] = [];
  const gone = () => drawn.push("gone");
  const stays = () => drawn.push("stays");
  redrawSoon(gone);
  redrawSoon(stays);
  redrawNoMore(gone);
  await Promise.resolve();
  redrawSoon(stays);
  await Promise.resolve();
  expect(drawn).toEqual(["stays", "stays"]);
});
