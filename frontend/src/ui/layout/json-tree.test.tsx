import { render, screen } from "@testing-library/preact";
import { expect, it } from "vitest";
import { JsonTree } from "./json-tree";

it("draws names with values, and folds what lies deep", () => {
  const value = { lr: 0.1, optim: { name: "adam", betas: [0.9, 0.99] }, none: null, empty: {} };
  const { container } = render(<JsonTree value={value} />);
  const lines = [...container.querySelectorAll(".ui-json-line")].map((line) => line.textContent);
  expect(lines).toEqual([
    "lr: 0.1",
    'name: "adam"',
    "0: 0.9",
    "1: 0.99",
    "none: null",
    "empty: {}",
  ]);
  const open = [...container.querySelectorAll("details")].map((one) => one.open);
  expect(open).toEqual([true, true, false]);
});

it("says how many items of a long list are left out", () => {
  render(<JsonTree value={Array.from({ length: 1500 }, (_, at) => at)} />);
  expect(screen.getByText("1,000 more items")).toBeTruthy();
});
