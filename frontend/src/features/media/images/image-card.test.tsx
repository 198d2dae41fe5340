import { render, screen, waitFor, within } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { showView } from "../../../state/address/url-state";
import { chooseStep } from "../../../state/tags/selected-step";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import type { MediaBatch } from "../options/batch-tags";
import * as view from "../options/tab-options";
import { imageAnswers, onScreen, pictureOf } from "../testing/image-server";
import { ImageCard } from "./image-card";

const LOGGED = {
  "#a": { 0: [pictureOf()], 10: [pictureOf(), pictureOf()] },
  "#b": { 10: [pictureOf()] },
};
let requests: readonly string[];
let tagNumber = 0;

beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(onScreen);
  showView("");
  requests = await serveRuns([runOf("a"), runOf("b")], imageAnswers(LOGGED));
});
afterEach(() => vi.restoreAllMocks());

/** A card of a tag that no test before has requested. */
async function card(): Promise<string> {
  tagNumber += 1;
  const tag = `digits${tagNumber}`;
  const runs = new Map(["#a", "#b"].map((run) => [run, [tag]]));
  const batch: MediaBatch = {
    ...{ name: tag, media: "images", title: tag, description: "What the camera saw" },
    ...{ tags: [tag], tagsOf: runs },
  };
  render(<ImageCard batch={batch} />);
  await screen.findByText("2 steps");
  await waitFor(() => expect(screen.getAllByRole("img").length).toBeGreaterThan(2));
  return tag;
}

const row = (name: string) => screen.getByRole("region", { name });
const alts = (name: string) =>
  within(row(name))
    .getAllByRole<HTMLImageElement>("img")
    .map(({ alt }) => alt);

it("has a row for each run with the samples of its last step", async () => {
  const tag = await card();
  expect(screen.getByRole("article", { name: tag })).toBeTruthy();
  expect(alts(`${tag}, a`)).toEqual([
    `${tag}, a, step 10, sample 1`,
    `${tag}, a, step 10, sample 2`,
  ]);
  expect(alts(`${tag}, b`)).toEqual([`${tag}, b, step 10, sample 1`]);
});

it("explains its title by the description of the tag", async () => {
  const tag = await card();
  expect(screen.getByRole("button", { name: tag }).dataset.tooltip).toBe("What the camera saw");
});

it("requests the latest images of each run once", async () => {
  const tag = await card();
  const images = requests.filter((one) => one.startsWith(`GET api/images?tag=${tag}&`));
  expect(images.map((one) => /run=%23(\w)/.exec(one)?.[1])).toEqual(["b", "a"]);
});

it("shows of each run what is nearest to the step chosen", async () => {
  const tag = await card();
  chooseStep(2);
  await waitFor(() => expect(alts(`${tag}, a`)).toEqual([`${tag}, a, step 0, sample 1`]));
  expect(alts(`${tag}, b`)).toEqual([`${tag}, b, step 10, sample 1`]);
});

it("shows several steps side by side, up to the one chosen", async () => {
  const tag = await card();
  view.setColumns(2);
  await waitFor(() => expect(alts(`${tag}, a`)).toHaveLength(3));
  const steps = within(row(`${tag}, a`)).getAllByText(/^step /);
  expect(steps.map(({ textContent }) => textContent)).toEqual(["step 0", "step 10"]);
});

it("opens a sample in the viewer", async () => {
  const tag = await card();
  await userEvent.click(screen.getByRole("button", { name: `Open ${tag}, a, step 10, sample 2` }));
  expect(view.first.value).toEqual({ tag, run: "#a", step: 10, nth: 0, sample: 1 });
  expect(view.second.value).toBeNull();
});

it("says what the server says where it has no images", async () => {
  await serveRuns([runOf("a"), runOf("b")], (request) =>
    request.startsWith("GET api/images")
      ? Response.json({ error: { message: "The file is gone." } }, { status: 404 })
      : imageAnswers(LOGGED)(request),
  );
  tagNumber += 1;
  const tag = `digits${tagNumber}`;
  const batch: MediaBatch = {
    ...{ name: tag, media: "images", title: tag, description: "", tags: [tag] },
    tagsOf: new Map([["#a", [tag]]]),
  };
  render(<ImageCard batch={batch} />);
  expect((await screen.findAllByText("Could not load the images")).length).toBeGreaterThan(0);
});
