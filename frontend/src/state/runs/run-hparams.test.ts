import { describe, expect, it } from "vitest";
import { runOf, serveRuns } from "../testing/serve-runs";
import {
  dividingHparams,
  informativeHparams,
  inheritHparams,
  rankedHparams,
  rankHparams,
} from "./run-hparams";

const run = (name: string, ...hparams: { name: string; value: number | string | boolean }[]) => ({
  id: `#${name}`,
  name,
  hparams,
});

const lr = (value: number) => ({ name: "lr", value });

describe("inheritHparams", () => {
  it("gives a run its own, those above it, or those of its experiment", () => {
    const runs = [
      run("a", lr(0.1)),
      run("a/acc_train"),
      run("a/own", lr(0.2)),
      run("b"),
      run("b/1795208891.7", lr(0.3)),
      run("ab"),
    ];
    const experimentName = (name: string) => (name.startsWith("b/") ? "b" : name);
    const found = inheritHparams(runs, experimentName);
    const values = runs.map(({ id }) => found.get(id)?.get("lr"));
    expect(values).toEqual([0.1, 0.1, 0.2, 0.3, 0.3, undefined]);
  });

  it("takes those of the log directory itself for all", () => {
    const found = inheritHparams([run(".", lr(1)), run("a/b")], (name) => name);
    expect(found.get("#a/b")?.get("lr")).toBe(1);
  });
});

it("puts hyper-parameters first that differ, or that not all sessions have", () => {
  const all = [
    new Map<string, number | string>([
      ["lr", 0.1],
      ["opt", "sgd"],
      ["bn", 1],
    ]),
    new Map<string, number | string>([
      ["lr", 0.2],
      ["opt", "sgd"],
    ]),
    new Map<string, number | string>(),
  ];
  expect(rankHparams(all)).toEqual({ differing: ["bn", "lr"], same: ["opt"] });
});

it("ranks names first that most runs have, with several values", () => {
  const both = (lr: number) =>
    new Map<string, number | string>([
      ["lr", lr],
      ["kind", "a"],
    ]);
  const all = [both(1), both(2), new Map([["bias", 1]]), new Map([["bias", 0]]), both(3)];
  expect(informativeHparams(all)).toEqual(["lr", "bias", "kind"]);
});

it("counts the hyper-parameters of an experiment once, whatever its runs", async () => {
  const hparam = (name: string, value: number) => ({ name, value });
  const parts = ["train", "test", "eval"].map((phase) =>
    runOf(`wide/${phase}`, { training: "wide", lasting_training: "wide", phase }),
  );
  await serveRuns([
    runOf("wide", { hparams: [hparam("width", 64)] }),
    ...parts,
    runOf("narrow", { hparams: [hparam("width", 16)] }),
    ...[1, 2, 3].map((rate) => runOf(`run_${rate}`, { hparams: [hparam("rate", rate)] })),
  ]);
  expect(rankedHparams.value).toEqual(["rate", "width"]);
});

it("groups by names with several values", () => {
  const all = [
    { lr: 0.1, bf16: true, seed: 1 },
    { lr: 0.2, seed: 1 },
  ].map((one) => new Map(Object.entries(one)));
  expect(dividingHparams(all)).toEqual(["lr"]);
});
