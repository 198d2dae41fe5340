import { fireEvent, render, screen, within } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../../../api/client";
import type { Video } from "../../../api/types";
import { onScreen } from "../testing/image-server";
import { VideoCard } from "./video-card";

const VIDEOS: readonly Video[] = [
  { path: "videos/episode-1.mp4", run: null, tag: "videos/episode", step: 1 },
  { path: "videos/episode-20.mp4", run: null, tag: "videos/episode", step: 20 },
];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(onScreen);
  answerFrom({ answer: async () => Response.json({}), fileUrl: (url) => `/${url}` });
});

function videoShown(): HTMLVideoElement {
  const row = screen.getByRole("region", { name: "videos/episode, Not in a run" });
  return within(row).getByLabelText<HTMLVideoElement>(/^videos\/episode, Not in a run, step/);
}

it("shows the video of the last step, then that of the step chosen", async () => {
  render(<VideoCard tag="videos/episode" videos={VIDEOS} />);
  expect(videoShown().src).toContain("/api/videos/file?path=videos%2Fepisode-20.mp4");
  expect(videoShown().controls).toBe(true);
  await userEvent.click(screen.getByRole("checkbox", { name: "linked" }));
  await userEvent.click(screen.getByRole("button", { name: "Previous step" }));
  expect(videoShown().src).toContain("episode-1.mp4");
});

it("says that the browser cannot play a video, and offers the file", () => {
  render(<VideoCard tag="videos/episode" videos={VIDEOS} />);
  fireEvent.error(videoShown());
  expect(screen.getByText("The browser cannot play this video.")).toBeTruthy();
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Download" });
  expect(link.download).toBe("episode-20.mp4");
});

it("says in a report that the video is not in it", () => {
  answerFrom({ answer: async () => Response.json({}), fileUrl: () => "" });
  render(<VideoCard tag="videos/episode" videos={VIDEOS} />);
  expect(screen.getByText(/report/i)).toBeTruthy();
});
