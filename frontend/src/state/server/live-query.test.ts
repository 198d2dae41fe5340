import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readyStatus } from "../testing/ready-status";
import { connection, reached, status } from "./connection";
import { liveQuery } from "./live-query";

beforeEach(() => {
  vi.useFakeTimers();
  status.value = readyStatus(3);
  connection.value = { state: "open" };
});

afterEach(() => {
  vi.useRealTimers();
});

/** A server that answers with the number of requests so far; the first `failing` fail. */
function server(failing: number) {
  let requests = 0;
  return async () => {
    requests += 1;
    if (requests <= failing) throw new Error(`no ${requests}`);
    return requests;
  };
}

it("sends another request when the data changes, and when the server has restarted", async () => {
  const { data } = liveQuery(server(0));
  await vi.advanceTimersByTimeAsync(0);
  status.value = readyStatus(4);
  await vi.advanceTimersByTimeAsync(1000);
  status.value = readyStatus(4, "two");
  await vi.advanceTimersByTimeAsync(1000);
  status.value = readyStatus(4, "two");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(data.value).toBe(3);
});

it("repeats what failed until it is answered", async () => {
  const { data, error } = liveQuery(server(2));
  await vi.advanceTimersByTimeAsync(0);
  expect(error.value?.message).toBe("no 1");
  await vi.advanceTimersByTimeAsync(1000);
  expect(error.value?.message).toBe("no 2");
  await vi.advanceTimersByTimeAsync(2000);
  expect([data.value, error.value]).toEqual([3, null]);
});

it("repeats a failed request when the connection is back, or at a retry", async () => {
  const { data, retry } = liveQuery(server(2));
  await vi.advanceTimersByTimeAsync(0);
  reached.value += 1;
  await vi.advanceTimersByTimeAsync(0);
  retry();
  await vi.advanceTimersByTimeAsync(0);
  expect(data.value).toBe(3);
});

it("follows nothing while it is disabled", async () => {
  const { data, enabled } = liveQuery(server(0));
  await vi.advanceTimersByTimeAsync(0);
  enabled.value = false;
  status.value = readyStatus(9);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(data.value).toBe(1);
  enabled.value = true;
  await vi.advanceTimersByTimeAsync(0);
  expect(data.value).toBe(2);
});
