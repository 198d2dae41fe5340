import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { announce, announcement } from "./announcements";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("stays for a while, from the last text on", () => {
  announce("Zoom: 1–2");
  vi.advanceTimersByTime(4000);
  announce("Zoom: 1–1.5");
  vi.advanceTimersByTime(4000);
  expect(announcement.value).toBe("Zoom: 1–1.5");
  vi.advanceTimersByTime(2000);
  expect(announcement.value).toBe("");
});
