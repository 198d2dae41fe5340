import { beforeEach, expect, it } from "vitest";
import type { Tag } from "../../../api/types";
import { showView } from "../../../state/address/url-state";
import { shownRuns } from "../../../state/runs/runs";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import { tagCard } from "./card-spec";
import { runsByValue, withFacets } from "./facets";

const rate = (value: number) => ({ hparams: [{ name: "lr", value }] });

beforeEach(async () => {
  showView("");
  const runs = [runOf("a", rate(0.1)), runOf("b", rate(0.01)), runOf("c", rate(0.1)), runOf("d")];
  await serveRuns(runs);
});

const LOSS: Tag = {
  tag: "loss",
  kind: "scalars",
  display_name: "",
  description: "",
  runs: ["#a", "#b", "#c", "#d"],
};
const SECTIONS = [{ key: "s", title: "s", cards: [tagCard(LOSS)] }];

it("sorts runs by the values of a hyper-parameter", () => {
  const found = [...runsByValue(shownRuns.value, "lr")].map(([value, ids]) => [value, [...ids]]);
  expect(found).toEqual([
    ["0.01", ["#b"]],
    ["0.1", ["#a", "#c"]],
  ]);
});

it("makes a card for each value, and one of the runs without any", () => {
  const [section] = withFacets(SECTIONS, "lr", shownRuns.value);
  expect(section?.cards.map(({ name, only }) => [name, [...(only ?? [])]])).toEqual([
    ["loss · lr 0.01", ["#b"]],
    ["loss · lr 0.1", ["#a", "#c"]],
    ["loss · lr –", ["#d"]],
  ]);
  expect(new Set(section?.cards.map(({ id }) => id)).size).toBe(3);
});

it("makes no card for a value that no run of the tag has, and leaves a tag of no value alone", () => {
  const of = (runs: string[]) => [{ key: "s", title: "s", cards: [tagCard({ ...LOSS, runs })] }];
  const namesOf = (runs: string[]) =>
    withFacets(of(runs), "lr", shownRuns.value)[0]?.cards.map(({ name }) => name);
  expect(namesOf(["#a", "#d"])).toEqual(["loss · lr 0.1", "loss · lr –"]);
  expect(namesOf(["#d"])).toEqual(["loss"]);
});

it("leaves cards alone where no run has the hyper-parameter", () => {
  expect(withFacets(SECTIONS, "gone", shownRuns.value)).toEqual(SECTIONS);
});
