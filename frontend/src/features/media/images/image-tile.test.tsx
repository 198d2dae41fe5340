import { fireEvent, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../../../api/client";
import type { Picture } from "../../../api/types";
import { pictureOf } from "../testing/image-server";
import { PictureTile } from "./image-tile";
import { lens, WHOLE } from "./lens";

const ID = { tag: "digits", run: "#a", step: 10, nth: 0, sample: 0 };

beforeEach(() => {
  answerFrom({ answer: async () => Response.json({}), fileUrl: (url) => `/${url}` });
});
afterEach(() => {
  lens.value = WHOLE;
});

function tile(picture: Partial<Picture> = {}, onOpen = vi.fn()) {
  render(
    <PictureTile
      id={ID}
      picture={pictureOf(picture)}
      alt="a digit"
      size={64}
      isWanted={true}
      onOpen={onOpen}
    />,
  );
  return onOpen;
}

const image = () => screen.getByRole<HTMLImageElement>("img", { name: "a digit" });
const button = () => screen.getByRole("button", { name: "Open a digit" });

it("shows the sample and says its size, and opens it", async () => {
  const opened = tile();
  expect(image().src).toContain("/api/images/sample?tag=digits&run=%23a&step=10&nth=0&sample=0");
  expect(button().dataset.tooltip).toContain("8 × 4");
  await userEvent.click(button());
  expect(opened).toHaveBeenCalledOnce();
});

it.each([
  [{ media_type: null }, "Not a valid image (100 B)"],
  [{ width: 0 }, "Image without pixels"],
  [{ width: 10_000, height: 10_000 }, "Image too large to draw (10000 × 10000 pixels)"],
])("says why it is not drawn, and offers the file: %o", (picture, complaint) => {
  tile(picture);
  expect(screen.getByText(complaint)).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Download" });
  expect([link.download, link.href.includes("api/images/sample")]).toEqual(["digits-10", true]);
});

it("says that the browser cannot decode it", () => {
  tile();
  fireEvent.error(image());
  expect(screen.getByText("The browser cannot decode this image.")).toBeTruthy();
});

it("zooms all images by the wheel with Ctrl, and leaves the wheel alone to the page", () => {
  tile();
  const plain = fireEvent.wheel(button(), { deltaY: -240 });
  expect([plain, lens.value]).toEqual([true, WHOLE]);
  const zoom = new WheelEvent("wheel", { deltaY: -240, bubbles: true, cancelable: true });
  Object.defineProperty(zoom, "ctrlKey", { value: true });
  fireEvent(button(), zoom);
  expect([zoom.defaultPrevented, lens.value.scale]).toEqual([true, 2]);
});

it("shows the whole again by a double click", async () => {
  tile();
  lens.value = { ...WHOLE, scale: 4 };
  await userEvent.dblClick(button());
  expect(lens.value).toEqual(WHOLE);
});

it("does not open after a drag", () => {
  const opened = tile();
  lens.value = { ...WHOLE, scale: 4 };
  fireEvent.pointerDown(button(), { clientX: 0, clientY: 0, pointerId: 1 });
  fireEvent.pointerMove(button(), { clientX: 30, clientY: 0, buttons: 1, pointerId: 1 });
  fireEvent.click(button());
  expect(opened).not.toHaveBeenCalled();
});

it("says in a report that the image is not in it", () => {
  answerFrom({ answer: async () => Response.json({}), fileUrl: () => "" });
  tile();
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.getByText(/report/i)).toBeTruthy();
});
