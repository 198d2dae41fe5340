import { render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { showView } from "../../../state/address/url-state";
import { scaleOf } from "../options/tab-options";
import { columnOf, tableOf } from "../testing/columns";
import { cellSize, ScatterMatrix } from "./scatter-matrix";

const LR = columnOf("h:lr", [1e-4, 0.01, 1]);
const LOSS = columnOf("m:|loss", [3, 1, 2], "loss");

beforeEach(() => showView(""));

function matrix(): void {
  const columns = [LR, LOSS];
  render(
    <ScatterMatrix
      table={tableOf(["a", "b", "c"], columns)}
      columns={columns}
      passing={[true, true, true]}
    />,
  );
}

it("shares the room among the plots, and has none too small to read", () => {
  expect(cellSize({ width: 1110, height: 600 }, 8, 2)).toEqual({ width: 118, height: 240 });
  expect(cellSize({ width: 1600, height: 600 }, 9, 4)).toEqual({ width: 159, height: 113 });
  expect(cellSize({ width: 300, height: 200 }, 9, 4)).toEqual({ width: 92, height: 112 });
  expect(cellSize({ width: 3000, height: 2000 }, 2, 1)).toEqual({ width: 280, height: 240 });
});

it("is reached by keys, which scroll it", async () => {
  matrix();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Scatter-plot matrix" }));
});

it("changes the scale of a column by the name above it", async () => {
  const user = userEvent.setup();
  matrix();
  const [head] = screen.getAllByRole("button", { name: "lr log" });
  head?.focus();
  await user.keyboard("{Enter}");
  await user.click(screen.getByRole("menuitemradio", { name: "Linear" }));
  expect(scaleOf(LR)).toBe("linear");
  expect(screen.getByRole("button", { name: "lr" })).toBeTruthy();
});
