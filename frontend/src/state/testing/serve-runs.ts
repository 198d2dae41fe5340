import { answerFrom } from "../../api/client";
import type { Run } from "../../api/types";
import { retryRuns, runs } from "../runs/runs";
import { status } from "../server/connection";
import { readyStatus } from "./ready-status";

/** A run that has ended, an experiment of its own unless `given` says otherwise. */
export function runOf(name: string, given: Partial<Run> = {}): Run {
  return {
    id: `#${name}`,
    name,
    path: `/logs/${name}`,
    first_wall_time: 1_700_000_000,
    last_wall_time: 1_700_000_100,
    last_step: "1000",
    training: name,
    phase: "",
    lasting_training: name,
    state: "done",
    wrote_at: 1_700_000_100,
    tags: { scalars: 1 },
    hparams: [],
    warnings: [],
    ...given,
  };
}

/** What a page requests besides its runs: `METHOD path?query`, with its answer. */
export type Answer = (request: string) => object | Response | undefined;

/** The runs as a text that says nothing of their order. */
function sortedTexts(all: readonly Run[]): string {
  return all
    .map((run) => JSON.stringify(run))
    .sort()
    .join();
}

let generation = 0;

/**
 * Serves a log of the runs, read to its end; other requests get what `answer` returns, or an empty
 * object. Returns the requests other than those for runs, as they come.
 */
export async function serveRuns(
  listed: readonly Run[],
  answer: Answer = () => undefined,
): Promise<readonly string[]> {
  const requests: string[] = [];
  answerFrom({
    answer: async (url, init) => {
      if (url === "api/runs") return Response.json({ most_lines: 0, runs: listed });
      const request = `${init?.method ?? "GET"} ${url}`;
      requests.push(request);
      const answered = answer(request) ?? {};
      return answered instanceof Response ? answered : Response.json(answered);
    },
    fileUrl: (url) => url,
  });
  generation += 1;
  status.value = readyStatus(generation);
  retryRuns();
  const answered = sortedTexts(listed);
  await new Promise<void>((resolve) => {
    const stop = runs.subscribe((now) => {
      if (sortedTexts(now) !== answered) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
  return requests;
}
