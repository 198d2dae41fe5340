import { render, screen } from "@testing-library/preact";
import { expect, it } from "vitest";
import type { RunCurve } from "../../api/types";
import { CountsTable } from "./counts-table";

const CURVE = {
  average_precision: 0.75,
  roc_area: 0.5,
  threshold: [0, 0.5, 1],
  true_positives: [9, 6, 0],
  false_positives: [9, 2, 0],
  true_negatives: [0, 7, 9],
  false_negatives: [0, 3, 9],
  precision: [0.5, 0.75, "NaN"],
  recall: [1, 0.667, 0],
  false_positive_rate: [1, 0.222, 0],
};

function table(threshold: number): void {
  const curves = [
    { run: "a", step: "1000", curve: CURVE, message: null },
    { run: "b", step: "1000", curve: null, message: "cannot be read" },
  ] as unknown as readonly RunCurve[];
  render(<CountsTable tag="pr" curves={curves} threshold={threshold} />);
}

const cells = (row: number) =>
  [...(screen.getAllByRole("row")[row]?.querySelectorAll("td") ?? [])].map((td) => td.textContent);

it("explains each abbreviation at a stop of the Tab key", () => {
  table(0.5);
  const explained = screen.getAllByRole("button").map((term) => term.dataset.tooltip);
  expect(explained).toHaveLength(10);
  expect(screen.getByRole("button", { name: "AUC" }).dataset.tooltip).toBe(
    "Area under the ROC curve",
  );
});

it("has the counts and ratios at the threshold", () => {
  table(0.5);
  const counts = ["6", "2", "7", "3"];
  expect(cells(1)).toEqual(["1,000", "0.75", "0.5", "0.5", ...counts, "0.75", "0.667", "0.222"]);
});

it("has a dash for a ratio that is none", () => {
  table(1);
  expect(cells(1)[8]).toBe("–");
});

it("says why a curve cannot be read", () => {
  table(0.5);
  expect(cells(2)).toEqual(["1,000", "cannot be read"]);
});
