import { expect, it } from "vitest";
import { compare } from "../values/range-statistics";
import { markdownTable } from "./markdown-table";

it("has a row for each line, with names that break no cell", () => {
  const x = Float64Array.of(0, 1);
  const comparison = compare({ x, y: Float64Array.of(1, 0.25), faint: null }, null, null);
  expect(markdownTable("loss", [{ name: "a|b_\nc", comparison }])).toBe(
    [
      "| loss | Start | End | Min | Max | Change | Slope |",
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
      "| a\\|b\\_ c | 1 | 0.25 | 0.25 | 1 | −0.75 | −0.75 |",
      "",
    ].join("\n"),
  );
});
