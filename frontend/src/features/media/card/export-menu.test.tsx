import { render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import { type CardFiles, ExportMenu } from "./export-menu";

const A = { run: "#a", tags: ["digits"], steps: [0, 10] };
const B = { run: "#b", tags: ["digits"], steps: [10] };
const FILES: CardFiles = {
  ...{ kind: "images", tags: ["digits"], drawn: [A, B], step: null, steps: 1 },
};
/** Addresses and names of the files that were saved. */
let saved: { readonly url: string; readonly name: string }[];

beforeEach(async () => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push({ url: this.getAttribute("href") ?? "", name: this.download });
  });
  await serveRuns([runOf("a"), runOf("b")]);
});
afterEach(() => vi.restoreAllMocks());

async function opened(files: CardFiles | undefined = FILES, runs = [A, B]) {
  const user = userEvent.setup();
  render(<ExportMenu name="my digits" runs={runs} {...(files && { files })} />);
  await user.click(screen.getByRole("button", { name: "Export my digits" }));
  return (item: string | RegExp) => user.click(screen.getByRole("menuitem", { name: item }));
}

it("saves what is shown, of one step or of several", async () => {
  const choose = await opened();
  await choose("Shown here: 1 step of 2 runs");
  expect(saved).toEqual([
    { url: "api/images/files?tag=digits&run=%23a&run=%23b&steps=1", name: "my_digits.zip" },
  ]);
});

it("saves every step of the runs shown, and those up to the step chosen", async () => {
  const choose = await opened({ ...FILES, step: 7, steps: 4 });
  await choose("Every step: 3 of 2 runs");
  expect(saved[0]?.url).toBe("api/images/files?tag=digits&run=%23a&run=%23b");
  await userEvent.click(screen.getByRole("button", { name: "Export my digits" }));
  await choose("Shown here: up to 4 steps of 2 runs");
  expect(saved[1]?.url).toContain("near=7&steps=4");
});

it("cannot save what no address has room for, and says so", async () => {
  const drawn = Array.from({ length: 6000 }, (_, at) => ({ ...A, run: `#run-${at}` }));
  const choose = await opened({ ...FILES, drawn });
  const item = screen.getByRole("menuitem", { name: /too many for one file/ });
  expect(item.getAttribute("aria-disabled")).toBe("true");
  await choose(/too many for one file/);
  expect(saved).toEqual([]);
});

it("saves the first sample of a run at its step", async () => {
  const choose = await opened();
  await choose("b, step 10");
  expect(saved).toEqual([
    {
      url: "api/images/sample?tag=digits&run=%23b&step=10&nth=0&sample=0",
      name: "digits-b-10",
    },
  ]);
});

it("saves the list of runs and steps, also where there are no files", async () => {
  const content: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    content.push(blob as Blob);
    return "blob:1";
  });
  const user = userEvent.setup();
  render(<ExportMenu name="mesh" runs={[A, B]} />);
  await user.click(screen.getByRole("button", { name: "Export mesh" }));
  expect(screen.getAllByRole("menuitem")).toHaveLength(2);
  await user.click(screen.getByRole("menuitem", { name: "CSV" }));
  expect(saved).toEqual([{ url: "blob:1", name: "mesh-steps.csv" }]);
  expect((await content[0]?.text())?.trim().split(/\r?\n/)).toEqual([
    "run,step",
    "a,0",
    "a,10",
    "b,10",
  ]);
});
