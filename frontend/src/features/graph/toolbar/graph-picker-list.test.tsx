import { useSignal } from "@preact/signals";
import { render, screen, waitFor, within } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Graph } from "../../../api/types";
import { PickerList } from "./graph-picker-list";

const FUNCTIONS = 300;
const STAGES = ["before optimisation", "after optimisation", "partition, as it ran on a device"];

function graph(id: string, more: Partial<Graph>): Graph {
  const where = { run: "train", source: "run", file: "events.out.tfevents.1", step: 2 };
  const what = { nodes: 3, function_ops: 0, function: null, label: "", wall_time: "NaN" };
  return { id, ...where, ...what, reading: false, error: null, ...more } as Graph;
}

const model = graph("model", { tag: "keras", kind: "conceptual", stage: "" });
const profiled = Array.from({ length: FUNCTIONS }, (_, at) =>
  STAGES.map((stage, place) =>
    graph(`${at + 1}-${place}`, {
      tag: "batch_2",
      kind: "profile",
      function: at + 1,
      stage: `function ${at + 1} of ${FUNCTIONS}, ${stage}`,
    }),
  ),
).flat();

const chosen: string[] = [];

function List() {
  const text = useSignal("");
  return (
    <PickerList
      graphs={[...profiled, model]}
      chosen={model}
      text={text.value}
      onText={(typed) => {
        text.value = typed;
      }}
      onChoose={(id) => chosen.push(id)}
    />
  );
}

it("offers the model before the functions of a profile, of which each stage counts", async () => {
  render(<List />);
  const train = screen.getByRole("region", { name: "train" });
  const buttons = () => within(train).getAllByRole("button");
  expect(buttons()).toHaveLength(1);
  expect(buttons()[0]?.textContent).toContain("keras");
  expect(screen.getByRole("status").textContent).toBe("901 graphs");
  await userEvent.type(screen.getByRole("textbox"), "function 151");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("3 of 901"));
  expect(buttons()).toHaveLength(STAGES.length);
  await userEvent.click(screen.getByRole("button", { name: `Function 151, ${STAGES[1]}` }));
  expect(chosen).toEqual(["151-1"]);
});
