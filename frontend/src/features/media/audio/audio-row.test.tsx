import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../../../api/client";
import type { Sound } from "../../../api/types";
import { SoundRow } from "./audio-row";
import { pause } from "./player";

/** Where each playback began, in seconds. */
let played: number[];
let files: (url: string) => string;

beforeEach(() => {
  played = [];
  files = (url) => `/${url}`;
  answerFrom({
    answer: async () => new Response(new ArrayBuffer(4)),
    fileUrl: (url) => files(url),
  });
  // There are no speakers and no decoders here: what elements and buffers would do.
  const { prototype } = HTMLMediaElement;
  vi.spyOn(prototype, "play").mockImplementation(async function play(this: HTMLMediaElement) {
    played.push(this.currentTime);
    this.dispatchEvent(new Event("play"));
  });
  vi.spyOn(prototype, "pause").mockImplementation(function stop(this: HTMLMediaElement) {
    this.dispatchEvent(new Event("pause"));
  });
  vi.stubGlobal(
    "OfflineAudioContext",
    class {
      decodeAudioData = async () => ({
        ...{ numberOfChannels: 1, duration: 2, getChannelData: () => new Float32Array(100) },
      });
    },
  );
});
afterEach(() => {
  pause();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function soundOf(given: Partial<Sound> = {}): Sound {
  const sound = { media_type: "audio/wav", sample_rate: 16_000, channels: 2, seconds: 1.5 };
  return { ...sound, bytes: 1000, label: "", ...given };
}

function row(step: number, given: Partial<Sound> = {}): void {
  const id = { tag: "speech", run: "#a", step, nth: 0, sample: 0 };
  render(<SoundRow id={id} sound={soundOf(given)} />);
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });

it("says length, rate, channels and size, and the label", () => {
  row(1, { label: "hello" });
  expect(screen.getByText(/^1\.50 s, 16,000 Hz, 2 channels, 1/)).toBeTruthy();
  expect(screen.getByText("hello")).toBeTruthy();
});

it("takes the length from the decoded sound where the file does not state it", async () => {
  row(2, { seconds: null });
  expect(await screen.findByText(/^2\.00 s, /)).toBeTruthy();
});

it("plays and pauses", async () => {
  row(3);
  await userEvent.click(button(/^Play audio/));
  expect(played).toEqual([0]);
  await userEvent.click(button("Pause audio"));
  expect(button(/^Play audio/)).toBeTruthy();
});

it("plays from where its waveform is pressed", async () => {
  row(4);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(
    new DOMRect(100, 0, 200, 40),
  );
  fireEvent.click(button("Playback position"), { clientX: 150 });
  await waitFor(() => expect(played).toEqual([0.375]));
});

it("is the one that plays: another stops", async () => {
  row(5);
  row(6);
  const [first, second] = screen.getAllByRole("button", { name: /^Play audio/ });
  await userEvent.click(first as Element);
  await userEvent.click(second as Element);
  const plays = screen.getAllByRole("button", { name: /^(Play|Pause) audio/ });
  expect(plays.map((one) => one.getAttribute("aria-label"))).toEqual([
    "Play audio from the last position",
    "Pause audio",
  ]);
});

it("offers the file of a sound that no browser plays", () => {
  row(7, { media_type: null });
  expect(button(/^Play audio/).disabled).toBe(true);
  expect(screen.getByText("Unsupported audio format")).toBeTruthy();
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Download this audio clip" });
  expect(link.download).toBe("speech-7");
});

it("says that a sound cannot be decoded", async () => {
  vi.stubGlobal(
    "OfflineAudioContext",
    class {
      decodeAudioData = () => Promise.reject(new Error("broken"));
    },
  );
  row(8);
  expect(await screen.findByText("Could not decode this audio clip.")).toBeTruthy();
});

it("says in a report that the sound is not in it", () => {
  files = () => "";
  row(9);
  expect(button(/^Play audio/).disabled).toBe(true);
  expect(screen.getByText(/report/i)).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});
