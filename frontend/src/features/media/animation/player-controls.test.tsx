import { fireEvent, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { answerFrom, requestsUnderWay } from "../../../api/client";
import { PictureTile } from "../images/image-tile";
import { gifBytes, type WrittenFrame } from "../testing/gif-bytes";
import { onScreen, pictureOf } from "../testing/image-server";

const ID = { tag: "episode", run: "#a", step: 10, nth: 0, sample: 0 };
const FRAME: WrittenFrame = {
  ...{ left: 0, top: 0, width: 2, height: 1, disposal: 0, transparent: null },
  ...{ delay: 25, pixels: [0, 1] },
};

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(onScreen);
});

function tile(bytes: ArrayBuffer): void {
  answerFrom({ answer: async () => new Response(bytes), fileUrl: (url) => `/${url}` });
  render(
    <PictureTile
      id={ID}
      picture={pictureOf({ media_type: "image/gif", is_animated: true })}
      alt="episode"
      size={64}
      isWanted={true}
    />,
  );
}

const slider = () => screen.findByRole<HTMLInputElement>("slider", { name: "Frame of episode" });

it("pauses and plays", async () => {
  tile(gifBytes(2, 1, [FRAME, FRAME, FRAME]));
  await userEvent.click(await screen.findByRole("button", { name: "Pause episode" }));
  await userEvent.click(screen.getByRole("button", { name: "Play episode" }));
  expect(screen.getByRole("button", { name: "Pause episode" })).toBeTruthy();
});

it("goes to a frame, says which and when it is shown, and stays there", async () => {
  tile(gifBytes(2, 1, [FRAME, FRAME, FRAME]));
  fireEvent.input(await slider(), { target: { value: "2" } });
  expect((await slider()).getAttribute("aria-valuetext")).toBe("frame 3 of 3, 0.50 s");
  expect(screen.getByText("3 / 3")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Play episode" })).toBeTruthy();
  expect(screen.getByRole("img", { name: "episode" }).tagName).toBe("CANVAS");
});

it("leaves an animation that it cannot read to the browser", async () => {
  tile(new TextEncoder().encode("no gif").buffer);
  await expect.poll(requestsUnderWay).toBe(0);
  expect(screen.getByRole("img", { name: "episode" }).tagName).toBe("IMG");
  expect(screen.queryByRole("slider")).toBeNull();
});
