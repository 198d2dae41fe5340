import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { SampleId } from "../../../api/media";
import { showView } from "../../../state/address/url-state";
import { startShortcuts } from "../../../state/shell/shortcuts";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import { lens, WHOLE } from "../images/lens";
import * as view from "../options/tab-options";
import { imageAnswers, pictureOf } from "../testing/image-server";
import { Viewer } from "./viewer";

const LOGGED = {
  "#a": { 0: [pictureOf()], 10: [pictureOf(), pictureOf()], 20: [pictureOf()] },
  "#b": { 15: [pictureOf()] },
};
let tagNumber = 0;

beforeAll(startShortcuts);
beforeEach(async () => {
  showView("");
  await serveRuns([runOf("a"), runOf("b")], imageAnswers(LOGGED));
});
afterEach(() => {
  lens.value = WHOLE;
});

function Opened() {
  const { first, second } = view;
  return first.value && <Viewer a={first.value} b={second.value} />;
}

/** A viewer of a tag that no test before has requested. */
async function opened(step: number, run = "#a"): Promise<SampleId> {
  tagNumber += 1;
  const id = { tag: `digits${tagNumber}`, run, step, nth: 0, sample: 0 };
  view.showInViewer(id, null);
  render(<Opened />);
  await waitFor(() => expect(button("Compare with…").disabled).toBe(false));
  return id;
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const chooser = (name: string) => within(screen.getByRole("group", { name }));

it("has the focus and the name of its images", async () => {
  const { tag } = await opened(10);
  expect(document.activeElement).toBe(screen.getByRole("region", { name: `Viewer: ${tag}` }));
});

it("goes through the steps of its run by arrows, Home and End", async () => {
  const user = userEvent.setup();
  await opened(10);
  await user.keyboard("{ArrowRight}");
  expect(view.first.value?.step).toBe(20);
  await user.keyboard("{Home}");
  expect(view.first.value?.step).toBe(0);
  await user.keyboard("{End}{ArrowLeft}");
  expect(view.first.value?.step).toBe(10);
});

it("goes through the samples of a step by j and k", async () => {
  const user = userEvent.setup();
  await opened(10);
  await screen.findByRole("spinbutton", { name: "Sample of image A" });
  await user.keyboard("j");
  expect(view.first.value?.sample).toBe(1);
  await user.keyboard("k");
  expect(view.first.value?.sample).toBe(0);
});

it("closes by Escape and by its button", async () => {
  const user = userEvent.setup();
  const id = await opened(10);
  await user.keyboard("{Escape}");
  expect(view.first.value).toBeNull();
  view.showInViewer(id, null);
  await user.click(await screen.findByRole("button", { name: "Close the viewer" }));
  expect(view.first.value).toBeNull();
});

it("compares with the step before, and goes back to one image", async () => {
  const user = userEvent.setup();
  const id = await opened(10);
  await user.click(button("Compare with…"));
  expect(view.second.value).toEqual({ ...id, step: 0 });
  await user.click(screen.getByRole("radio", { name: "Wipe" }));
  expect(view.mode.value).toBe("wipe");
  expect(await screen.findByRole("slider", { name: "Divider position" })).toBeTruthy();
  await user.click(button("Single image"));
  expect(view.second.value).toBeNull();
});

it("compares the first step of a run with another run, at its nearest step", async () => {
  const user = userEvent.setup();
  const id = await opened(0);
  await user.click(button("Compare with…"));
  expect(view.second.value).toEqual({ ...id, run: "#b", step: 15 });
});

it("shows another run at its nearest step, and a step that is typed", async () => {
  const user = userEvent.setup();
  await opened(20);
  const runs = chooser("A").getByRole("combobox", { name: "Run of image A" });
  await user.selectOptions(runs, "b");
  expect(view.first.value).toMatchObject({ run: "#b", step: 15 });
  await user.selectOptions(runs, "a");
  expect(view.first.value).toMatchObject({ run: "#a", step: 10 });
  const field = chooser("A").getByRole("spinbutton", { name: "Exact step of image A" });
  await user.clear(field);
  await user.type(field, "19");
  fireEvent.change(field);
  expect(view.first.value?.step).toBe(20);
});

it("fits the image again, once it was zoomed", async () => {
  const user = userEvent.setup();
  await opened(10);
  expect(button("Fit image").disabled).toBe(true);
  lens.value = { ...WHOLE, scale: 2 };
  await waitFor(() => expect(button("Fit image").disabled).toBe(false));
  await user.click(button("Fit image"));
  expect(lens.value).toEqual(WHOLE);
});

it("says that no shown run has the image", async () => {
  await serveRuns([runOf("c")], imageAnswers(LOGGED));
  view.showInViewer({ tag: "gone", run: "#a", step: 0, nth: 0, sample: 0 }, null);
  render(<Opened />);
  expect(await screen.findByText("No shown run has this image")).toBeTruthy();
});
