import { render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { showView } from "../../../state/address/url-state";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import { charts } from "../options/card-options";
import { expressionUse } from "../options/expression-use";
import { axis } from "../options/tab-options";
import { ExpressionDialog, quoted } from "./expression-dialog";

/** As the server does, where `lost` is a tag that no run has. */
function check(request: string): object | undefined {
  const { searchParams } = new URL(request.replace("GET ", "http://localhost/"));
  const text = searchParams.get("expression");
  if (text === null) return undefined;
  const position = text.indexOf("lost");
  const problem = position < 0 ? null : { message: "No run has a tag “lost”", position };
  return { tags: [], hparams: [], problem };
}

beforeEach(async () => {
  showView("");
  await serveRuns([runOf("a")], check);
});
afterEach(() => {
  expressionUse.value = null;
  showView("");
});

it("adds a chart of an expression, also to a card", async () => {
  expressionUse.value = { of: "value", card: null };
  render(<ExpressionDialog />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Expression over tags"), "loss@train - loss@val");
  await user.click(screen.getByRole("button", { name: "Add chart" }));
  expect(await screen.findByRole("dialog", { hidden: true })).toBeTruthy();
  expect(charts.value.map(([, chart]) => chart)).toEqual([
    { tags: [], expressions: ["loss@train - loss@val"], match: "", right: [] },
  ]);
  expect(expressionUse.value).toBeNull();
});

it("says why a text is no expression, and where", async () => {
  expressionUse.value = { of: "axis" };
  render(<ExpressionDialog />);
  const user = userEvent.setup();
  const field = screen.getByLabelText("Tag or expression of the positions");
  await user.type(field, "1 + lost");
  const problem = "No run has a tag “lost” (character 5)";
  expect(await screen.findByText(problem)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Apply" }));
  expect(axis.value).toBe("step");
  await user.clear(field);
  await user.type(field, "epoch{Enter}");
  await waitFor(() => expect(axis.value).toBe("epoch"));
});

it.each([
  ["loss", "loss"],
  ["train.loss", "train.loss"],
  ["step", '"step"'],
  ["loss/train", '"loss/train"'],
  ['a "b"', '"a \\"b\\""'],
])("writes the tag %s as an operand", (tag, text) => {
  expect(quoted(tag)).toBe(text);
});
