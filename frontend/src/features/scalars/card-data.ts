/** The series of one card: fetched while it is near the viewport, kept for when it comes back. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { getScalars, type Scalars, type ScalarsQuery } from "../../api/scalars";
import { retryDelay } from "../../lib/retry-delay";
import { dataVersion, online } from "../../state/live";

/** A card that is scrolled past is not worth a request. */
const SETTLE_MS = 60;

/** Answers kept, most recently used last: a few screens of cards. */
const KEPT = 120;

interface Kept {
  readonly version: string | null;
  readonly scalars: Scalars;
}

const kept = new Map<string, Kept>();

/** The last answer about a tag, to show while another selection or range of it is fetched. */
const latest = new Map<string, Scalars>();

/** Puts the entry last and drops the first when there are too many. */
function keep<T>(entries: Map<string, T>, key: string, entry: T): void {
  entries.delete(key);
  entries.set(key, entry);
  const [oldest] = entries.keys();
  if (entries.size > KEPT && oldest !== undefined) entries.delete(oldest);
}

/** What an older answer holds of the runs asked for now. */
function partOf(scalars: Scalars | undefined, { runs, axis }: ScalarsQuery): Scalars | null {
  if (scalars === undefined || scalars.x !== axis) return null;
  const asked = new Set(runs);
  const series = scalars.series.filter(({ run }) => asked.has(run));
  return series.length === 0 ? null : { ...scalars, series };
}

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

/**
 * What is known now, and what the server says when that is older than its last change. A request
 * that failed is repeated, later each time, and at once when a lost connection is back.
 */
export function useCardData(query: ScalarsQuery): CardData {
  const key = JSON.stringify(query);
  const version = dataVersion.value;
  const failures = useRef(0);
  const [ended, setEnded] = useState<Ended>({ key: "", error: null });
  const [attempt, setAttempt] = useState(0);

  // The key stands for the query.
  useEffect(() => {
    if (query.runs.length === 0 || kept.get(key)?.version === version) return;
    const abort = new AbortController();
    const fetchNow = async () => {
      try {
        const scalars = await getScalars(query, abort.signal);
        keep(kept, key, { version, scalars });
        keep(latest, query.tag, scalars);
        failures.current = 0;
        setEnded({ key, error: null });
      } catch (cause) {
        if (abort.signal.aborted) return;
        failures.current += 1;
        setEnded({ key, error: errorOf(cause) });
        timer = setTimeout(fetchNow, retryDelay(failures.current));
      }
    };
    let timer = setTimeout(fetchNow, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, version, online.value, attempt]);

  const answer = kept.get(key)?.scalars;
  const older = useMemo(
    () => (answer === undefined ? partOf(latest.get(query.tag), query) : null),
    [key, answer],
  );
  const error = ended.key === key ? ended.error : null;
  return { scalars: answer ?? older, error, retry: () => setAttempt(attempt + 1) };
}
