/** What one notice of the server costs a page with twenty cards: requests, and cards drawn again. */
import { h, render } from "preact";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../../../api/client";
import type { ChangeNotice, Status } from "../../../api/types";
import { runsLoaded } from "../../../state/runs/runs";
import { connection, noteChanges, status } from "../../../state/server/connection";
import { useLines, useTagRuns } from "../card/use-lines";
import { CARD_POINTS } from "../data/scalar-queries";
import { useCard } from "../data/use-card-data";
import type { CardSpec } from "../options/card-spec";
import { sections, tagsLoaded, useTags } from "../options/tags";
import { scalarsBody } from "./series";

const CARDS = 20;
const RUNS = ["a", "b", "c"];
const TAGS = Array.from({ length: CARDS }, (_, at) => `tag${String(at).padStart(2, "0")}`);

/** What the log holds: how many points of each tag in each run. */
const points = new Map<string, number>();
let generation = 1;
const requests: string[] = [];

function runAnswer(id: string) {
  const last = Math.max(...TAGS.map((tag) => points.get(`${id} ${tag}`) ?? 0));
  return {
    ...{ id, name: id, path: `/log/${id}`, training: id, phase: "", lasting_training: id },
    ...{ first_wall_time: 1, last_wall_time: last, last_step: last, changed_at: last },
    ...{ tags: { scalars: CARDS }, hparams: [], warnings: [], session: "", wrote_at: null },
  };
}

async function answer(url: string): Promise<Response> {
  requests.push(url);
  const { pathname, searchParams } = new URL(url, "http://page");
  if (pathname === "/api/runs") return Response.json({ runs: RUNS.map(runAnswer), most_lines: 3 });
  if (pathname === "/api/tags") {
    const tags = TAGS.map((tag) => ({
      ...{ tag, kind: "scalars", runs: RUNS, description: "", display_name: "" },
    }));
    return Response.json({ tags });
  }
  const tag = searchParams.get("tag") ?? "";
  const series = searchParams.getAll("run").map((run) => ({
    run,
    steps: Array.from({ length: points.get(`${run} ${tag}`) ?? 0 }, (_, at) => at),
  }));
  return new Response(scalarsBody(tag, series));
}

const statusNow = () =>
  ({
    instance: "one",
    generation,
    graph_files: 0,
    log_directories: [],
    loading: { state: "ready" },
    reload_interval: 5,
  }) as unknown as Status;

/** What the server sends when a tag of a run has a new point. */
function notice(run: string, tags: readonly string[]): void {
  for (const tag of tags) points.set(`${run} ${tag}`, (points.get(`${run} ${tag}`) ?? 0) + 1);
  generation += 1;
  const change: ChangeNotice = {
    ...{ run, tags: [...tags], last_step: null, last_wall_time: null, version: "" },
  };
  noteChanges([change]);
  status.value = statusNow();
}

const drawn: string[] = [];

/** Reads whatever the card of a tag reads, and notes the lengths of its lines, the newest run's first. */
function Card({ spec }: { readonly spec: CardSpec }) {
  const card = useCard(spec.id, useTagRuns(spec), CARD_POINTS, "in sight");
  const { lines } = useLines(spec, card).drawn;
  drawn.push(`${spec.id}: ${lines.map(({ y }) => y.length).join()}`);
  return null;
}

function Cards() {
  useTags();
  if (!tagsLoaded.value || !runsLoaded.value) return null;
  const cards = sections.value.flatMap((section) => section.cards);
  return cards.map((spec) => h(Card, { key: spec.id, spec }));
}

/** What draws nothing needs no more of a document. */
const place = { childNodes: [], firstChild: null } as unknown as Element;
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeAll(async () => {
  vi.useFakeTimers();
  answerFrom({ answer, fileUrl: (url) => url });
  for (const run of RUNS) for (const tag of TAGS) points.set(`${run} ${tag}`, 10);
  status.value = statusNow();
  connection.value = { state: "open" };
  render(h(Cards, {}), place);
  await wait(60_000);
});

beforeEach(() => {
  drawn.length = requests.length = 0;
});

afterAll(() => {
  render(null, place);
  vi.useRealTimers();
});

const scalarRequests = () => requests.filter((url) => url.startsWith("api/scalars"));

it("requests and draws the one card of a series with a new point", async () => {
  notice("b", ["tag07"]);
  await wait(60_000);
  expect(drawn).toEqual(["tag07: 10,11,10"]);
  expect(scalarRequests()).toHaveLength(1);
  expect(requests.filter((url) => !url.startsWith("api/scalars"))).toEqual(["api/runs"]);
});

it("draws each card once when every series of a run has a new point", async () => {
  notice("a", TAGS);
  await wait(60_000);
  expect(drawn.toSorted()).toEqual(TAGS.map((tag) => `${tag}: 10,${tag === "tag07" ? 11 : 10},11`));
  expect(scalarRequests()).toHaveLength(CARDS);
});

it("draws nothing for a notice whose answers say the same", async () => {
  noteChanges("anything");
  await wait(60_000);
  expect(scalarRequests()).toHaveLength(CARDS);
  expect(drawn).toEqual([]);
});

it("requests nothing for a series that no card shows", async () => {
  notice("b", ["gradients"]);
  await wait(60_000);
  expect([scalarRequests(), drawn]).toEqual([[], []]);
});
