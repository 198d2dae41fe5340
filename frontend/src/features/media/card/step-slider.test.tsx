import { useSignal } from "@preact/signals";
import { fireEvent, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { showView, viewCommits } from "../../../state/address/url-state";
import { chooseStep, step } from "../../../state/tags/selected-step";
import { StepSlider } from "./step-slider";

beforeEach(() => showView(""));

const STEPS = [0, 10, 20, 1000];

function Slider({ steps = STEPS }: { steps?: readonly number[] }) {
  const own = useSignal<number | null | undefined>(undefined);
  return <StepSlider label="digits" steps={steps} own={own} />;
}

const slider = () => screen.getByRole<HTMLInputElement>("slider", { name: "Step of digits" });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const linked = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "linked" });
const valueText = () => slider().getAttribute("aria-valuetext");

it("shows the last step until one is chosen, then the one nearest to it", () => {
  render(<Slider />);
  expect(valueText()).toBe("step 1,000");
  expect(button("Next step").disabled).toBe(true);
  fireEvent.click(button("Previous step"));
  expect([valueText(), step.value]).toEqual(["step 20", 20]);
});

it("follows the step of all tabs while it is linked", () => {
  chooseStep(12);
  render(<Slider />);
  expect(valueText()).toBe("step 10");
});

it("has no step before the first", () => {
  chooseStep(0);
  render(<Slider />);
  expect(button("Previous step").disabled).toBe(true);
});

it("leaves the step of all tabs alone while it is free, from where it was linked on", async () => {
  const user = userEvent.setup();
  chooseStep(20);
  render(<Slider />);
  await user.click(linked());
  await user.click(button("Previous step"));
  expect([valueText(), step.value]).toEqual(["step 10", 20]);
  await user.click(linked());
  expect(valueText()).toBe("step 20");
});

it("moves without a step of the history while it is dragged, and makes one at the end", () => {
  render(<Slider />);
  const before = viewCommits.value;
  fireEvent.input(slider(), { target: { value: "1" } });
  expect([step.value, viewCommits.value]).toEqual([10, before]);
  fireEvent.change(slider(), { target: { value: "2" } });
  expect([step.value, viewCommits.value]).toEqual([20, before + 1]);
});

it("goes to the logged step that is nearest to what is typed", async () => {
  const user = userEvent.setup();
  render(<Slider />);
  const field = screen.getByRole("spinbutton", { name: "Exact step of digits" });
  await user.clear(field);
  await user.type(field, "14");
  fireEvent.change(field);
  expect(step.value).toBe(10);
});

it("cannot be moved where there is one step", () => {
  render(<Slider steps={[5]} />);
  expect(slider().disabled).toBe(true);
  expect([button("Previous step").disabled, button("Next step").disabled]).toEqual([true, true]);
});
