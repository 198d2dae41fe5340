import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../../../api/client";
import type { Status } from "../../../api/types";
import { connection, status } from "../../../state/server/connection";
import { GraphList } from "./graph-list";

let graphs: GraphList;

beforeEach(() => {
  vi.useFakeTimers();
  graphs = new GraphList();
});

afterEach(() => {
  graphs.rest();
  vi.useRealTimers();
});

it("polls until the graphs are read, though the answers are equal meanwhile", async () => {
  let requests = 0;
  answerFrom({
    answer: async () => {
      requests += 1;
      return Response.json({ generation: 1, reading: requests < 5, graphs: [] });
    },
    fileUrl: (url) => url,
  });
  status.value = { instance: "one", generation: 1, loading: { state: "ready" } } as Status;
  connection.value = { state: "open" };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(graphs.data.value?.reading).toBe(false);
  expect(requests).toBe(5);
});
