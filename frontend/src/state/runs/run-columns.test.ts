import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Run } from "../../api/types";
import { now } from "../base/clock";
import { findColumn, metricColumn, RUN_COLUMNS, splitMetric, tagOfColumn } from "./run-columns";
import { METRIC_STATS } from "./run-metrics";

describe("columns", () => {
  it("are found by their ids", () => {
    for (const column of RUN_COLUMNS) expect(findColumn(column.id)).toBe(column);
    expect(findColumn("nothing")).toBeUndefined();
    expect(findColumn("hparam:lr")?.title).toBe("lr");
  });

  it.each([
    ["lr_([^/]*)", "0.1"],
    ["(sweep)/lr_(.)", "sweep, 0"],
    ["lr", "lr"],
    ["seed", null],
    ["(", null],
  ])("of %s tell %j", (pattern, value) => {
    expect(findColumn(`match:${pattern}`)?.valueOf({ name: "sweep/lr_0.1/train" } as Run)).toBe(
      value,
    );
  });

  it.each([
    ["lr_([^/]*)", "/lr_([^/]*)/"],
    ["(?<!x)lr_(?<rate>[^/]*)/(?<seed>.)", "rate, seed"],
    ["(adam|sgd)_(?<lr>.+)", "/(adam|sgd)_(?<lr>.+)/"],
    ["(?:adam|sgd)_(?<lr>.+)", "lr"],
    [String.raw`\(?<lr>`, String.raw`/\(?<lr>/`],
    ["(?<lr>", "/(?<lr>/"],
  ])("of %s are called %s", (pattern, title) => {
    expect(findColumn(`match:${pattern}`)).toMatchObject({ title, kind: "match" });
  });

  it.each([
    [940, 960, 60], // logged before the files were last written to
    [5000, 900, 100], // the clock of its events is fast
    [null, 900, 100],
    [900, null, 100],
    [900, 0, 100], // times of files that an archive has set back
    [null, null, null],
  ])("say when a run that logged at %s last wrote, its experiment at %s", (last, wrote, age) => {
    now.value = 1000;
    const run = { last_wall_time: last, wrote_at: wrote } as Run;
    expect(findColumn("age")?.valueOf(run)).toBe(age);
  });

  it("of metrics keep tag and statistic, whatever the tag is called", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.constantFrom(...METRIC_STATS), (tag, stat) => {
        const { id } = metricColumn(tag, stat);
        expect(findColumn(id)?.label).toBe(metricColumn(tag, stat).label);
        expect(tagOfColumn(id)).toBe(tag);
      }),
    );
  });
});

it.each([
  ["loss.min", { tag: "loss", stat: "min" }],
  ["loss", { tag: "loss", stat: "last" }],
  ["a.b", { tag: "a.b", stat: "last" }],
  [".min", { tag: ".min", stat: "last" }],
])("reads %s as a metric", (text, metric) => {
  expect(splitMetric(text)).toEqual(metric);
});
