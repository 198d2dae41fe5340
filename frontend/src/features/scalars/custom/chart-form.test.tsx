import { render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ChartForm } from "./chart-form";
import type { OwnChart } from "./parse-layout";

it("adds a tag of the list as a pattern that finds it alone", async () => {
  const saved: OwnChart[] = [];
  const chart = { id: "1", title: "Losses", patterns: ["acc"], margins: [] };
  render(
    <ChartForm
      chart={chart}
      tags={["loss (val)", "loss (val) 2"]}
      onKeep={(changed) => saved.push(changed)}
      onCancel={() => {}}
    />,
  );
  const user = userEvent.setup();
  const field = screen.getByLabelText("Add a tag");
  await user.click(field);
  await user.paste("loss (val)");
  expect((field as HTMLInputElement).value).toBe("");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(saved[0]?.patterns).toEqual(["acc", "loss \\(val\\)$"]);
});
