/** The series of one card: fetched while it is near the viewport, followed while it is in it. */
import { untracked } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { getScalars, type Scalars, type ScalarsQuery } from "../../../api/scalars";
import { isSparing } from "../../../lib/browser/save-data";
import { whenIdle } from "../../../lib/browser/when-idle";
import { reached, seriesVersion } from "../../../state/server/connection";
import { PacedRequest } from "../../../state/server/throttled-request";
import { useSeriesVersion } from "../../../state/server/use-series-version";
import { isMoving } from "../options/tab-options";
import { placeAhead } from "./convert-axis";
import { takeAskedAhead } from "./prefetch";
import { findAnswer, findOrMakeAnswer, findPart, keepAnswer, keyOf } from "./series-cache";

/** A card that is scrolled past is not worth a request. */
const SETTLE_MS = 60;
/** Nor is a range that is passed while the plot is being moved. */
const MOVING_MS = 120;

/** What is asked for in sight is asked for at once: it is what somebody waits for. */
function delayOf(isVisible: boolean): number {
  if (isMoving.peek()) return MOVING_MS;
  return isVisible ? 0 : SETTLE_MS;
}

export interface CardData {
  /** One for each tag of which something is known. */
  readonly answers: readonly Scalars[];
  readonly error: Error | null;
  readonly retry: () => void;
}

/** How the last request ended; the answer itself is among those kept. */
interface Ended {
  readonly key: string;
  readonly error: Error | null;
}

function errorOf(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}

function requestOf(
  query: ScalarsQuery,
  key: string,
  delay: number,
  end: (ended: Ended) => void,
): PacedRequest {
  return new PacedRequest(
    async (signal) => {
      const version = seriesVersion(query.tag, query.runs);
      try {
        const ahead = takeAskedAhead(query, version, signal);
        keepAnswer(query, version, await (ahead ?? getScalars(query, signal)));
        if (!signal.aborted) end({ key, error: null });
        return true;
      } catch (cause) {
        if (!signal.aborted) end({ key, error: errorOf(cause) });
        return false;
      }
    },
    { delay },
  );
}

interface Followed {
  readonly query: ScalarsQuery;
  readonly request: PacedRequest;
  /** The version that an answer is awaited of; null when none is. */
  awaited: number | null;
}

/** The requests of one card by the keys of their queries. */
class Requests {
  private readonly byKey = new Map<string, Followed>();

  /** Asks for what is new, and gives up what is wanted no longer. */
  follow(
    queries: ReadonlyMap<string, ScalarsQuery>,
    delay: number,
    end: (ended: Ended) => void,
  ): void {
    for (const [key, { request }] of this.byKey) {
      if (queries.has(key)) continue;
      request.stop();
      this.byKey.delete(key);
    }
    for (const [key, query] of queries) {
      if (this.byKey.has(key)) continue;
      const request = requestOf(query, key, delay, (ended) => {
        followed.awaited = null;
        end(ended);
      });
      const followed: Followed = { query, request, awaited: null };
      this.byKey.set(key, followed);
    }
  }

  /** Wants an answer to each query that has none; where changes are followed, none as new as these. */
  want(isFollowed: boolean): void {
    for (const followed of this.byKey.values()) {
      const { tag, runs } = followed.query;
      const [known, version] = [findAnswer(followed.query), seriesVersion(tag, runs)];
      const isEnough = known !== undefined && !(isFollowed && known.version !== version);
      // What is on its way need not be asked for again because its card came into sight.
      if (isEnough || followed.awaited === version) continue;
      followed.awaited = version;
      followed.request.want();
    }
  }

  askNow(): void {
    for (const { request } of this.byKey.values()) request.askNow();
  }

  stop(): void {
    for (const { request } of this.byKey.values()) request.stop();
    this.byKey.clear();
  }
}

/** Another x axis is chosen for all cards at once: what is in sight shall be there at once, too. */
function placeWhenIdle(answers: readonly Scalars[]): (() => void) | undefined {
  if (isSparing()) return undefined;
  return whenIdle(() => {
    for (const answer of answers) placeAhead(answer);
  });
}

/**
 * What is known now, and what the server says when that is older than its last change, in the order
 * of the queries; those without an answer are left out. A query for no run asks nothing. What
 * failed is asked for again, later each time, and at once when a lost connection is back.
 * `visible`: whether changes are worth following.
 */
export function useCardData(queries: readonly ScalarsQuery[], visible: boolean): CardData {
  const asked = new Map(
    queries.filter(({ runs }) => runs.length > 0).map((query) => [keyOf(query), query]),
  );
  // The keys stand for the queries.
  const key = [...asked.keys()].join("\n");
  const versions = useSeriesVersion([...asked.values()]);
  const requests = useRef<Requests | null>(null);
  requests.current ??= new Requests();
  const [ended, setEnded] = useState<Ended>({ key: "", error: null });
  const error = asked.has(ended.key) ? ended.error : null;

  useEffect(() => () => requests.current?.stop(), []);
  // Not after the next frame: the server may answer while it is drawn.
  useLayoutEffect(() => requests.current?.follow(asked, delayOf(visible), setEnded), [key]);
  useLayoutEffect(() => requests.current?.want(visible), [key, versions, visible]);
  useEffect(() => {
    if (reached.value > 0 && error !== null) requests.current?.askNow();
  }, [reached.value]);

  const found = [...asked.values()].map((query) => {
    // The version that this component follows is `versions`.
    const version = untracked(() => seriesVersion(query.tag, query.runs));
    return findOrMakeAnswer(query, version)?.scalars ?? findPart(query);
  });
  const answers = useSame(found.filter((answer) => answer !== null));
  const isWhole = queries.every(({ range }) => range === null);
  useEffect(
    () => (visible && isWhole ? placeWhenIdle(answers) : undefined),
    [answers, visible, isWhole],
  );
  return { answers, error, retry: () => requests.current?.askNow() };
}

/** The list as it was before, as long as the same things are in it. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const before = useRef<readonly T[]>(list);
  const isSame =
    before.current.length === list.length && list.every((one, at) => one === before.current[at]);
  if (!isSame) before.current = list;
  return before.current;
}
