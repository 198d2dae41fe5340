/** The series of one card: fetched while it is near the viewport, followed while it is in it. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { getScalars, type Scalars, type ScalarsQuery } from "../../api/scalars";
import { online, seriesVersion } from "../../state/live";
import { PacedRequest } from "../../state/paced-request";
import { findAnswer, findPart, keepAnswer, keyOf } from "./kept-answers";

/** A card that is scrolled past is not worth a request. */
const SETTLE_MS = 60;

export interface CardData {
  readonly scalars: Scalars | null;
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

function requestOf(query: ScalarsQuery, key: string, end: (ended: Ended) => void): PacedRequest {
  return new PacedRequest(
    async (signal) => {
      const version = seriesVersion(query.tag, query.runs);
      try {
        keepAnswer(query, version, await getScalars(query, signal));
        end({ key, error: null });
        return true;
      } catch (cause) {
        if (!signal.aborted) end({ key, error: errorOf(cause) });
        return false;
      }
    },
    { delay: SETTLE_MS },
  );
}

/**
 * What is known now, and what the server says when that is older than its last change. A query for
 * no run asks nothing. What failed is asked for again, later each time, and at once when a lost
 * connection is back. `visible`: whether changes are worth following.
 */
export function useCardData(query: ScalarsQuery, visible: boolean): CardData {
  const key = keyOf(query);
  const version = seriesVersion(query.tag, query.runs);
  const request = useRef<PacedRequest | null>(null);
  const [ended, setEnded] = useState<Ended>({ key: "", error: null });
  const error = ended.key === key ? ended.error : null;

  // The key stands for the query.
  useEffect(() => {
    if (query.runs.length === 0) return;
    const own = requestOf(query, key, setEnded);
    request.current = own;
    return () => {
      own.stop();
      request.current = null;
    };
  }, [key]);
  useEffect(() => {
    const known = findAnswer(key);
    if (known === undefined || (visible && known.version !== version)) request.current?.want();
  }, [key, version, visible]);
  useEffect(() => {
    if (online.value && error !== null) request.current?.askNow();
  }, [online.value]);

  const answer = findAnswer(key)?.scalars;
  const older = useMemo(() => (answer === undefined ? findPart(query) : null), [key, answer]);
  return { scalars: answer ?? older, error, retry: () => request.current?.askNow() };
}
