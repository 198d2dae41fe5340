import { computed } from "@preact/signals";
import { expect, it } from "vitest";
import type { Status } from "../../api/types";
import { noteChanges, runsVersion, seriesVersion, status } from "./connection";
import { seriesVersions } from "./series-version";

const pointsOf = (run: string, tag: string) => [
  { run, tags: [tag], last_step: 1, last_wall_time: null, version: "" },
];

it("changes when one of the series does, and for no other", () => {
  const groups = [
    { tag: "loss", runs: ["a", "b"] },
    { tag: "accuracy", runs: [] },
  ];
  const version = computed(() => seriesVersions(groups));
  let before = version.value;
  const isNew = () => {
    const [older, newer] = [before, version.value];
    before = newer;
    return newer > older;
  };
  const changes = [
    pointsOf("b", "loss"),
    pointsOf("c", "loss"),
    pointsOf("c", "accuracy"),
    pointsOf("a", "gradient"),
    "anything" as const,
  ];
  const found = changes.map((changed) => {
    noteChanges(changed);
    return isNew();
  });
  expect(found).toEqual([true, false, true, false, true]);
});

it("knows the newest change of runs, whatever changed in them", () => {
  expect(runsVersion(["a"])).toBeNull();
  status.value = { instance: "one", generation: 1 } as Status;
  noteChanges(pointsOf("a", "x"));
  const first = runsVersion(["a", "b"]);
  noteChanges(pointsOf("c", "x"));
  expect(runsVersion(["a", "b"])).toBe(first);
  noteChanges([{ run: "b", tags: null, last_step: null, last_wall_time: null, version: "" }]);
  expect(runsVersion(["a", "b"])).toBeGreaterThan(first ?? 0);
  expect(runsVersion(["a"])).toBe(first);
  expect(seriesVersion("x", ["b"])).toBe(runsVersion(["b"]));
});
