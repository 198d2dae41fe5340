import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerTagLists } from "../testing/answer-tag-lists";
import { readyStatus } from "../testing/ready-status";
import { connection, status } from "./connection";
import { tagList } from "./tag-lists";

let urls: readonly string[];

beforeEach(() => {
  vi.useFakeTimers();
  urls = answerTagLists();
});

afterEach(() => {
  vi.useRealTimers();
});

it("is requested while something shows it", async () => {
  const list = tagList("text");
  await vi.advanceTimersByTimeAsync(1000);
  expect(list.data.value).toBeNull();
  status.value = readyStatus(1);
  connection.value = { state: "open" };
  await vi.advanceTimersByTimeAsync(1000);
  expect(urls).toEqual([]);
  const stops = [list.follow(), list.follow()];
  await vi.advanceTimersByTimeAsync(1000);
  expect(list.data.value?.tags).toHaveLength(1);
  for (const stop of stops) stop();
  expect(urls.filter((url) => url.endsWith("kind=text"))).toHaveLength(1);
});
