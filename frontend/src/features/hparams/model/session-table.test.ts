import { describe, expect, it } from "vitest";
import type { Hparams, TagMetrics } from "../../../api/types";
import { metricsToShow, sessionTable } from "./session-table";

const MEMBERS = [
  { run: "A", group: "", place: "session" },
  { run: "Av", group: "validation", place: "below" },
  { run: "P", group: "", place: "above" },
] as const;

function session(run: string, members: Hparams["sessions"][0]["members"]) {
  return {
    run,
    name: run.toLowerCase(),
    group: "",
    model_uri: "",
    monitor_url: "",
    status: null,
    start_time: null,
    end_time: null,
    members,
  };
}

const HPARAMS: Hparams = {
  generation: 1,
  experiments: [],
  metrics: [
    { tag: "loss", group: "validation", display_name: "Loss", description: "", dataset: null },
  ],
  hparams: [
    {
      name: "lr",
      display_name: "",
      description: "",
      type: "number",
      domain: [],
      interval: null,
      differs: true,
      values: ["NaN", 0.5],
    },
  ],
  sessions: [session("A", [...MEMBERS]), session("B", [{ run: "B", group: "", place: "session" }])],
};

function metrics(tag: string, runs: string[], last: number[]): [string, TagMetrics] {
  return [tag, { tag, runs, last, last_step: last, min: last, max: last, at: [] }];
}

const VALUES = new Map([
  metrics("loss", ["Av", "C"], [0.25, 7]),
  metrics("acc", ["P", "B", "Av"], [0.5, 0.75, 1]),
]);

const RUNS = ["A", "Av", "P", "B", "C", "D"].map((id) => ({
  id,
  training: id.toLowerCase(),
  phase: "",
}));

function tableOf(tags: string[], shown = RUNS) {
  const chosen = metricsToShow(HPARAMS, tags, VALUES, shown);
  return sessionTable(HPARAMS, chosen, VALUES, "last", shown);
}

describe("the table of sessions", () => {
  it("takes an announced metric from its group, and a chosen one from each that has it", () => {
    const table = tableOf(["acc"]);
    expect(table.columns.map(({ key, title }) => [key, title])).toEqual([
      ["h:lr", "lr"],
      ["m:validation|loss", "Loss"],
      ["m:|acc", "acc"],
      ["m:validation|acc", "acc (validation)"],
    ]);
    expect(table.rows.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(table.columns.map(({ cells }) => cells)).toEqual([
      [Number.NaN, 0.5],
      [0.25, null],
      [0.5, 0.75],
      [1, null],
    ]);
  });

  it("has a row for a run that is no session but has a metric", () => {
    const table = tableOf(["loss"]);
    expect(table.columns.map(({ key }) => key)).toEqual(["h:lr", "m:validation|loss", "m:|loss"]);
    expect(table.rows.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(table.columns[2]?.cells).toEqual([null, null, 7]);
  });

  it("has one row for all runs of an experiment without a session", () => {
    const shown = [
      { id: "Av", training: "t", phase: "validation" },
      { id: "C", training: "t", phase: "" },
      { id: "B", training: "b", phase: "" },
    ];
    const hparams = { ...HPARAMS, sessions: [] };
    const metrics = metricsToShow(hparams, ["loss"], VALUES, shown);
    const table = sessionTable(hparams, metrics, VALUES, "last", shown);
    expect(table.rows.map(({ name, run }) => [name, run])).toEqual([["t", "Av"]]);
    expect(table.columns.map(({ key, cells }) => [key, ...cells])).toEqual([
      ["h:lr", null],
      ["m:validation|loss", 0.25],
      ["m:|loss", 7],
    ]);
  });

  it("calls a session beside the runs that it belongs to by their experiment", () => {
    const beside = (name: string) => ({
      ...session(name, [
        { run: `${name}-s`, group: "", place: "session" },
        { run: `${name}-t`, group: "train", place: "below" },
      ]),
      name: `${name}/hparams`,
    });
    const hparams = { ...HPARAMS, sessions: [beside("one"), beside("two")] };
    const namesOf = (experiments: readonly string[]) => {
      const shown = ["one-s", "one-t", "two-s", "two-t"].map((id, at) => ({
        ...{ id, training: experiments[at >> 1] ?? "", phase: "" },
      }));
      return sessionTable(hparams, [], VALUES, "last", shown).rows.map(({ name }) => name);
    };
    expect(namesOf(["one", "two"])).toEqual(["one", "two"]);
    expect(namesOf(["all", "all"])).toEqual(["one/hparams", "two/hparams"]);
    expect(namesOf([".", "."])).toEqual(["one/hparams", "two/hparams"]);
  });

  it("has its rows in the order of the runs shown", () => {
    expect(tableOf([], RUNS.toReversed()).rows.map(({ name }) => name)).toEqual(["b", "a"]);
  });

  it("has the sessions of which a run is shown", () => {
    const shown = RUNS.filter(({ id }) => id === "Av");
    expect(tableOf([], shown).rows.map(({ name }) => name)).toEqual(["a"]);
  });
});
