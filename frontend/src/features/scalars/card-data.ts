/** The series of one card: fetched while it is near the viewport, kept for when it comes back. */
import { useEffect, useState } from "preact/hooks";
import { getScalars, type Scalars, type ScalarsQuery } from "../../api/scalars";
import { generation } from "../../state/live";

/** A card that is scrolled past is not worth a request. */
const SETTLE_MS = 60;

/** Answers kept, most recently used last: a few screens of cards. */
const KEPT = 120;

interface Kept {
  readonly generation: number;
  readonly scalars: Scalars;
}

const kept = new Map<string, Kept>();

function keep(key: string, entry: Kept): void {
  kept.delete(key);
  kept.set(key, entry);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
}

export interface CardData {
  readonly scalars: Scalars | null;
  readonly error: Error | null;
  readonly retry: () => void;
}

interface Fetched {
  readonly key: string;
  readonly scalars: Scalars | null;
  readonly error: Error | null;
}

function errorOf(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}

/** What is known now, and what the server says when that is older than its last change. */
export function useCardData(query: ScalarsQuery): CardData {
  const key = JSON.stringify(query);
  const current = generation.value;
  const [fetched, setFetched] = useState<Fetched>({ key: "", scalars: null, error: null });
  const [attempt, setAttempt] = useState(0);

  // The key stands for the query.
  useEffect(() => {
    if (kept.get(key)?.generation === current) return;
    const abort = new AbortController();
    const fetchNow = async () => {
      try {
        const scalars = await getScalars(query, abort.signal);
        keep(key, { generation: current, scalars });
        setFetched({ key, scalars, error: null });
      } catch (cause) {
        if (!abort.signal.aborted) setFetched({ key, scalars: null, error: errorOf(cause) });
      }
    };
    const timer = setTimeout(fetchNow, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, current, attempt]);

  // While another range or selection is fetched, the card keeps showing what it has.
  const scalars = kept.get(key)?.scalars ?? fetched.scalars;
  const error = fetched.key === key ? fetched.error : null;
  return { scalars, error, retry: () => setAttempt(attempt + 1) };
}
