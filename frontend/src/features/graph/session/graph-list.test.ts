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

it("asks for graphs until they are read, though the answers say the same meanwhile", async () => {
  let asked = 0;
  answerFrom({
    answer: async () => {
      asked += 1;
      return Response.json({ generation: 1, reading: asked < 5, graphs: [] });
    },
    fileUrl: (url) => url,
  });
  status.value = { instance: "one", generation: 1, loading: { state: "ready" } } as Status;
  connection.value = { state: "open" };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(graphs.data.value?.reading).toBe(false);
  expect(asked).toBe(5);
});
