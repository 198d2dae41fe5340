import { describe, expect, it } from "vitest";
import type { NodeCosts, NodeStatistics } from "../../../api/types";
import { costFacts, statisticsFacts, tensorText } from "./card-text";

describe("a tensor in words", () => {
  const placement = { layout: null, sharding: null };
  const tensor = {
    ...{ shape: [-1, 784], label: "?×784", dtype: "float32", elements: 784, bytes: 3136 },
    ...placement,
  };

  it("has its least size where a dimension is not known", () => {
    expect(tensorText(tensor)).toBe("?×784 · float32 · ≥ 3.1 kB");
    expect(tensorText({ ...tensor, label: "4×784" })).toBe("4×784 · float32 · 3.1 kB");
  });

  it("has the layout and the sharding that a compiler states", () => {
    const placed = { ...tensor, label: "4×784", layout: "{0,1}", sharding: "{devices=[2,1]<=[2]}" };
    expect(tensorText(placed)).toBe("4×784 · float32 · 3.1 kB · {0,1} · {devices=[2,1]<=[2]}");
  });

  it("says what is not known", () => {
    const unknown = { shape: null, label: null, elements: null, bytes: null, ...placement };
    expect(tensorText({ ...unknown, dtype: null })).toBe("shape unknown");
    expect(tensorText({ ...unknown, dtype: "int64" })).toBe("shape unknown · int64");
  });
});

describe("costs", () => {
  const costs: NodeCosts = {
    parameters: 392_500,
    non_trainable: 0,
    activation_bytes: 10_986_022,
    flops: 3_921_002,
    lower_bounds: ["activation_bytes", "flops"],
    is_partial: true,
  };

  it("say of each number whether it is a lower bound", () => {
    expect(costFacts(costs)).toEqual([
      ["Parameters", "392,500"],
      ["Activations", "at least 11.0 MB"],
      ["FLOPs", "at least 3.92 MFLOP"],
    ]);
    expect(costFacts({ ...costs, lower_bounds: ["parameters"] })).toEqual([
      ["Parameters", "at least 392,500"],
      ["Activations", "11.0 MB"],
      ["FLOPs", "3.92 MFLOP"],
    ]);
  });

  it("tell trainable parameters from others where there are both", () => {
    const both: NodeCosts = { ...costs, non_trainable: 53_120, lower_bounds: ["non_trainable"] };
    expect(costFacts(both).slice(0, 2)).toEqual([
      ["Trainable parameters", "392,500"],
      ["Non-trainable parameters", "at least 53,120"],
    ]);
    expect(costFacts({ ...both, parameters: 0 })[0]).toEqual([
      "Non-trainable parameters",
      "at least 53,120",
    ]);
  });

  it("say where no parameter has a known shape", () => {
    const unknown: NodeCosts = { ...costs, parameters: 0, lower_bounds: ["parameters"] };
    expect(costFacts(unknown)[0]).toEqual(["Parameters", "unknown"]);
    expect(costFacts({ ...unknown, parameters: null })[0]).toEqual(["Parameters", "unknown"]);
    expect(costFacts({ ...unknown, non_trainable: 8 }).slice(0, 2)).toEqual([
      ["Trainable parameters", "unknown"],
      ["Non-trainable parameters", "8"],
    ]);
  });

  it("are left out where there are none", () => {
    const none: NodeCosts = { ...costs, parameters: 0, activation_bytes: null, flops: 0 };
    expect(costFacts(none)).toEqual([]);
  });
});

describe("what was measured", () => {
  const statistics: NodeStatistics = {
    totals: {
      ran: 1,
      compute: 14_500_000,
      total: 14_600_000,
      copies: 0,
      span: 14_600_000,
      start: 25_377,
      memory: 24,
      peak: 24,
      output_bytes: 8048,
    },
    runs: 3,
    device: "/device:CPU:0",
    persistent_bytes: 0,
    outputs: [],
    shared: false,
  };

  it("has readable units", () => {
    expect(new Map(statisticsFacts(statistics))).toEqual(
      new Map([
        ["Compute time", "14.5 ms"],
        ["Total time", "14.6 ms"],
        ["Duration", "14.6 ms"],
        ["Start offset", "25.4 µs"],
        ["Memory", "24 B"],
        ["Output", "8.0 kB"],
        ["Executed", "3 times"],
        ["Device", "/device:CPU:0"],
      ]),
    );
  });

  it("is nothing of what did not run", () => {
    const totals = { ...statistics.totals, ran: 0 };
    expect(statisticsFacts({ ...statistics, totals })).toEqual([]);
  });
});
