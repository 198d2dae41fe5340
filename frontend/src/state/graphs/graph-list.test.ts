import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../../api/client";
import type { ChangeNotice, Status } from "../../api/types";
import { connection, noteChanges, status } from "../server/connection";
import { GraphList } from "./graph-list";
import { uploadedGraphCount } from "./uploaded-graphs";

let graphs: GraphList;

beforeEach(() => {
  vi.useFakeTimers();
  graphs = new GraphList();
});

afterEach(() => {
  graphs.rest();
  vi.useRealTimers();
});

const READY = {
  ...{ instance: "one", generation: 1, graph_files: 0 },
  loading: { state: "ready" },
} as Status;

/** New points of a tag. */
function pointsOf(tag: string): ChangeNotice[] {
  return [{ run: "a", tags: [tag], last_step: 1, last_wall_time: 1, version: "one-2" }];
}

it("polls until the graphs are read, though the answers are equal meanwhile", async () => {
  let requests = 0;
  answerFrom({
    answer: async () => {
      requests += 1;
      return Response.json({ generation: 1, reading: requests < 5, graphs: [] });
    },
    fileUrl: (url) => url,
  });
  status.value = READY;
  connection.value = { state: "open" };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(graphs.data.value?.reading).toBe(false);
  expect(requests).toBe(5);
});

it("is requested again for a newer graph, an upload and new files, not for other data", async () => {
  let requests = 0;
  answerFrom({
    answer: async () => {
      requests += 1;
      return Response.json({
        generation: 1,
        reading: false,
        graphs: [{ tag: "" }, { tag: "keras" }],
      });
    },
    fileUrl: (url) => url,
  });
  status.value = READY;
  connection.value = { state: "open" };
  const requestsAfter = async (change: () => void): Promise<number> => {
    const before = requests;
    change();
    await vi.advanceTimersByTimeAsync(60_000);
    return requests - before;
  };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await requestsAfter(() => noteChanges(pointsOf("loss")))).toBe(0);
  expect(await requestsAfter(() => noteChanges(pointsOf("__run_graph__")))).toBe(1);
  expect(await requestsAfter(() => noteChanges(pointsOf("keras")))).toBe(1);
  expect(await requestsAfter(() => void uploadedGraphCount.value++)).toBe(1);
  const added = { ...READY, generation: 2, graph_files: 1 };
  expect(
    await requestsAfter(() => {
      status.value = added;
    }),
  ).toBe(1);
});
