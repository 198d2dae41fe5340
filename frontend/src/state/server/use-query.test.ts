import { signal } from "@preact/signals";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { QueryCache } from "./query-cache";
import { useQuery } from "./use-query";

/** What draws nothing needs no more of a document. */
const place = { childNodes: [], firstChild: null } as unknown as Element;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  render(null, place);
  vi.useRealTimers();
});

/** A component that shows the query it is drawn with; what was requested, and what it showed. */
function shower() {
  const requested: string[] = [];
  const shown: string[] = [];
  const version = signal(1);
  const cache = new QueryCache<string, string>({
    fetch: async (query) => {
      requested.push(query);
      await new Promise((done) => setTimeout(done, 500));
      if (query === "bad") throw new Error("no");
      return `${query} ${version.peek()}`;
    },
    version: () => version.value,
    maxIdle: 10,
  });
  function Shower({ query }: { readonly query: string | null }) {
    const { data, error, isLoading } = useQuery(cache, query);
    shown.push(`${error?.message ?? data}${isLoading ? "…" : ""}`);
    return null;
  }
  const draw = (query: string | null) => act(() => render(h(Shower, { query }), place));
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms).then(() => {}));
  return { requested, shown, version, draw, wait };
}

it("requests a query once, and again for a new version", async () => {
  const { requested, shown, version, draw, wait } = shower();
  draw("first");
  await wait(60_000);
  expect(requested).toEqual(["first"]);
  version.value = 2;
  await wait(60_000);
  expect(requested).toEqual(["first", "first"]);
  expect(shown).toEqual(["null…", "first 1", "first 2"]);
});

it("shows the answer before until the next, and nothing of it with an error", async () => {
  const { shown, draw, wait } = shower();
  draw("first");
  await wait(1000);
  draw("second");
  await wait(1000);
  draw("bad");
  await wait(600);
  expect(shown).toEqual(["null…", "first 1", "first 1…", "second 1", "second 1…", "no"]);
});

it("requests another query at once, and nothing without one", async () => {
  const { requested, version, draw, wait } = shower();
  draw(null);
  await wait(60_000);
  draw("first");
  await wait(60_000);
  draw("second");
  await wait(1);
  expect(requested).toEqual(["first", "second"]);
  draw(null);
  version.value = 2;
  await wait(60_000);
  expect(requested).toEqual(["first", "second"]);
});
