import { fireEvent, render, screen } from "@testing-library/preact";
import { useState } from "preact/hooks";
import { expect, it } from "vitest";
import { StepSlider } from "./step-slider";

function Steps({ steps }: { steps: readonly number[] }) {
  const [value, setValue] = useState(steps[0] ?? 0);
  const [settled, setSettled] = useState("");
  return (
    <>
      <StepSlider
        label="Step"
        steps={steps}
        value={value}
        onMove={setValue}
        onSettle={() => setSettled(`settled at ${value}`)}
      />
      <p>{settled}</p>
    </>
  );
}

const slider = () => screen.getByRole<HTMLInputElement>("slider", { name: "Step" });

it("goes from step to step, however far these are apart", () => {
  render(<Steps steps={[0, 10, 5000]} />);
  expect(slider().max).toBe("2");
  fireEvent.input(slider(), { target: { value: "2" } });
  expect(slider().getAttribute("aria-valuetext")).toBe("step 5,000");
  expect(screen.getByText("step 5,000")).toBeTruthy();
  expect(screen.queryByText(/^settled/)).toBeNull();
  fireEvent.change(slider());
  expect(screen.getByText("settled at 5000")).toBeTruthy();
});

it("cannot be moved where there is one step", () => {
  render(<Steps steps={[7]} />);
  expect(slider().disabled).toBe(true);
});
