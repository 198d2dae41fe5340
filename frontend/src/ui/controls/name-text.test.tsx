import { render, screen } from "@testing-library/preact";
import { expect, it } from "vitest";
import { cutNames } from "../../lib/lists/cut-names";
import { NameText } from "./name-text";

const names = ["resnet50_adamw_lr1e-2", "resnet50_adamw_lr1e-3"];

it("is one text, whatever pieces of it are seen", () => {
  render(<NameText name={names[0] ?? ""} pieces={cutNames(names)(names[0] ?? "")} />);
  const { dataset } = screen.getByText("resnet50_adamw_lr1e-2").parentElement as HTMLElement;
  expect([dataset.head, dataset.tail]).toEqual(["resnet50_adamw_", "lr1e-2"]);
});

it("explains a short name by the whole one, and any other by itself", () => {
  render(<NameText name="lr1e-2" full="sweep/lr1e-2" />);
  render(<NameText name="a_long_name_alone" />);
  const tooltip = (text: string) =>
    screen.getByText(text).closest<HTMLElement>("[data-tooltip]")?.dataset.tooltip;
  expect(tooltip("lr1e-2")).toBe("sweep/lr1e-2");
  expect(tooltip("a_long_name_alone")).toBe("a_long_name_alone");
});
