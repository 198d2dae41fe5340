import { render, screen } from "@testing-library/preact";
import { expect, it } from "vitest";
import { TextDifference } from "./text-difference";

const TEN = Array.from({ length: 10 }, (_, at) => `line ${at}`).join("\n");

it("draws a few lines around a change, and says where lines are left out", () => {
  const { container } = render(
    <TextDifference before={TEN} after={TEN.replace("line 6", "row 6")} context={1} />,
  );
  const lines = [...container.querySelectorAll(".ui-text-difference > div")];
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    "…",
    " line 5",
    "−line 6",
    "+row 6",
    " line 7",
    "…",
  ]);
});

it("says so where nothing differs", () => {
  render(<TextDifference before="a" after="a" context={3} />);
  expect(screen.getByText("The texts are equal.")).toBeTruthy();
});
