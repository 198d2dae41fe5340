/** Searches the whole graph while the viewer types, and goes from match to match. */
import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { searchGraph } from "../../../../api/graph-questions";
import type { GraphMatch, GraphMatches } from "../../../../api/types";
import { LatestQuery } from "../../../../state/server/latest-query";
import { QueryCache } from "../../../../state/server/query-cache";
import { type SearchHits, searchHits } from "../../scene/search-hits";
import type { GraphSession } from "../../session/graph-session";
import { FIRST_PAGE, MatchPages, PAGE } from "./match-pages";

/** How long an answer may take that a further letter has made stale. */
const DEBOUNCE_MS = 60;
/** How long matches are shown before all of them are requested, to be marked. */
const LOOKING_MS = 150;
/** So many matches are marked in the drawing; of more, those that are least deep. */
export const MAX_MARKED = 10_000;

interface SearchQuery {
  readonly graph: string;
  readonly query: Parameters<typeof searchGraph>[1];
}

const MAX_IDLE = 50;

/** The first page of the matches of each search. */
function searchCache(): QueryCache<SearchQuery, GraphMatches> {
  return new QueryCache({
    fetch: ({ graph, query }, signal) => searchGraph(graph, query, signal),
    isRetried: false,
    maxIdle: MAX_IDLE,
  });
}

/** Whether a query ends with a key that has no value yet, as in `conv op:`. */
function isBegun(query: string): boolean {
  return /(^|[\s|-])(name|op|device|cluster|dtype|shape|attr|in):$/.test(query);
}

export class SearchSession {
  /** The matches of what was typed last, once they are there; null without a search. */
  readonly matches: ReadonlySignal<MatchPages | null>;
  readonly error: ReadonlySignal<Error | null>;
  readonly isLoading: ReadonlySignal<boolean>;
  /** Which match was gone to last; -1 for none. */
  readonly current = signal(-1);
  /** What is to be marked in the drawing. */
  readonly marks: ReadonlySignal<ReadonlyMap<string, SearchHits>>;

  private readonly latest = new LatestQuery(searchCache());
  private readonly stops: (() => void)[];
  /** Called when an answer has come. */
  private readonly waiting: ((answered: undefined) => void)[] = [];

  constructor(
    private readonly session: GraphSession,
    private readonly goTo: (match: GraphMatch) => void,
  ) {
    const { state } = this.latest;
    const data = computed(() => state.value.data);
    this.error = computed(() => state.value.error);
    this.isLoading = computed(() => state.value.isLoading);
    this.matches = computed(() => this.pagesOf(data.value));
    this.marks = computed(() => this.computeMarks());
    this.stops = [
      effect(() => this.follow()),
      effect(() => {
        const pages = this.matches.value;
        this.current.value = -1;
        if (pages === null) return;
        const timer = setTimeout(() => void pages.loadFirst(MAX_MARKED), LOOKING_MS);
        return () => {
          clearTimeout(timer);
          pages.stop();
        };
      }),
      effect(() => {
        if (this.isLoading.value) return;
        for (const next of this.waiting.splice(0)) next(undefined);
      }),
    ];
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.latest.clear();
  }

  /**
   * Goes to the match `by` places on; behind the last comes the first. Enter is pressed sooner than
   * matches come: it is for the matches of what was typed until then.
   */
  async step(by: 1 | -1): Promise<void> {
    const { text } = this.session.options.search;
    const typed = text.peek();
    while (this.isLoading.peek()) await new Promise((next) => this.waiting.push(next));
    if (text.peek() !== typed) return;
    const total = this.matches.peek()?.total ?? 0;
    if (total === 0) return;
    const from = this.current.peek();
    await this.goToIndex(from < 0 && by < 0 ? total - 1 : (from + by + total) % total);
  }

  async goToIndex(index: number): Promise<void> {
    const pages = this.matches.peek();
    this.current.value = index;
    const match = await pages?.load(index);
    // Meanwhile something else may have been typed.
    if (match !== undefined && pages === this.matches.peek()) this.goTo(match);
  }

  private follow(): void {
    const { search, extraction } = this.session.options;
    const q = search.text.value.trim();
    const grouping = extraction.groupingQuery();
    if (q === "") {
      this.latest.clear();
      return;
    }
    // The settings of the query are still to come: until then the server could only refuse.
    if (isBegun(q)) return;
    const query = { ...grouping, q, offset: 0, limit: FIRST_PAGE };
    this.latest.show({ graph: this.session.graph.id, query }, DEBOUNCE_MS);
  }

  private pagesOf(first: GraphMatches | null): MatchPages | null {
    if (first === null) return null;
    // Another grouping is another search.
    const grouping = untracked(() => this.session.options.extraction.groupingQuery());
    const fetch = (offset: number, signal: AbortSignal) =>
      searchGraph(
        this.session.graph.id,
        { ...grouping, q: first.query, offset, limit: PAGE },
        signal,
      );
    return new MatchPages(first, fetch);
  }

  private computeMarks(): ReadonlyMap<string, SearchHits> {
    const pages = this.matches.value;
    if (pages === null) return new Map();
    pages.changes.value;
    const open = new Set(this.session.visible.value?.scopes.map(({ scope }) => scope.name));
    return searchHits(pages.listed().slice(0, MAX_MARKED), open);
  }
}
