import { fireEvent, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { percentText } from "../../lib/format/number";
import { showView, viewCommits } from "../../state/address/url-state";
import { runOf, serveRuns } from "../../state/testing/serve-runs";
import { lens, WHOLE } from "./images/lens";
import { MediaToolbar } from "./media-toolbar";
import { linkedOrbit } from "./meshes/orbit";
import * as view from "./options/tab-options";
import { retryTags, useTags } from "./options/tags";

let meshes: readonly object[];

beforeEach(async () => {
  showView("");
  meshes = [];
  await serveRuns([runOf("a")], (request) => {
    if (request.startsWith("GET api/meshes")) return { meshes };
    if (request.startsWith("GET api/tags")) return { tags: [] };
    return undefined;
  });
});
afterEach(() => {
  lens.value = WHOLE;
  linkedOrbit.value = null;
});

function Toolbar() {
  useTags();
  return <MediaToolbar />;
}

const slider = (name: string) => screen.getByRole<HTMLInputElement>("slider", { name });
const reset = () => screen.getByRole<HTMLButtonElement>("button", { name: "Reset" });

it("sets the size of images and the number of steps", async () => {
  const user = userEvent.setup();
  render(<Toolbar />);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "M" }).checked).toBe(true);
  await user.click(screen.getByRole("radio", { name: "L" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Steps" }), "4");
  expect([view.tile.value, view.columns.value]).toEqual(["L", 4]);
});

it("changes brightness while it is dragged, with one step of the history at the end", () => {
  render(<Toolbar />);
  const before = viewCommits.value;
  fireEvent.input(slider("Brightness"), { target: { value: "150" } });
  fireEvent.input(slider("Brightness"), { target: { value: "200" } });
  expect([view.brightness.value, viewCommits.value]).toEqual([200, before]);
  expect(slider("Brightness").getAttribute("aria-valuetext")).toBe(percentText(2));
  fireEvent.change(slider("Brightness"));
  expect(viewCommits.value).toBe(before + 1);
});

it("has the contrast as it was logged after a double click", async () => {
  render(<Toolbar />);
  fireEvent.input(slider("Contrast"), { target: { value: "20" } });
  await userEvent.dblClick(slider("Contrast"));
  expect(view.contrast.value).toBe(100);
});

it("resets tone, zoom and the camera, once one of them has been changed", async () => {
  const user = userEvent.setup();
  render(<Toolbar />);
  expect(reset().disabled).toBe(true);
  for (const change of [
    () => fireEvent.input(slider("Brightness"), { target: { value: "150" } }),
    () => {
      lens.value = { ...WHOLE, scale: 2 };
    },
    () => {
      linkedOrbit.value = { yaw: 1, pitch: 0, zoom: 1 };
    },
  ]) {
    change();
    await user.click(await screen.findByRole("button", { name: "Reset" }));
    expect([view.brightness.value, lens.value, linkedOrbit.value]).toEqual([100, WHOLE, null]);
    expect(reset().disabled).toBe(true);
  }
});

it("shows images in their own size", async () => {
  render(<Toolbar />);
  await userEvent.click(screen.getByRole("checkbox", { name: "1:1" }));
  expect(view.isActualSize.value).not.toBe("");
});

it("links the cameras of meshes, where there are meshes", async () => {
  const user = userEvent.setup();
  meshes = [{ name: "cube", display_name: "", description: "", runs: ["#a"], steps_of: "cube" }];
  render(<Toolbar />);
  retryTags();
  const link = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Link cameras" });
  expect(link.checked).toBe(true);
  await user.click(link);
  expect(view.areCamerasFree.value).toBe("free");
});

it("says what is wrong with the pattern of the filter", async () => {
  render(<Toolbar />);
  const field = screen.getByRole("textbox", { name: /^Filter/ });
  await userEvent.type(field, "/(/");
  expect(field.getAttribute("aria-invalid")).toBe("true");
});
