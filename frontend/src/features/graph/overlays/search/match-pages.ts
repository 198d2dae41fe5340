/** The matches of one search, page by page as they are sent, however many there are. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { GraphMatch, GraphMatches } from "../../../../api/types";

/** The size of the first request: more matches than fit on a screen, and a quick answer. */
export const FIRST_PAGE = 60;
/** The size of further requests. */
export const PAGE = 500;

/** Which page a match is in: 0 for the first one. */
function pageOf(index: number): number {
  return index < FIRST_PAGE ? 0 : 1 + Math.floor((index - FIRST_PAGE) / PAGE);
}

/** The index of the first match of a page. */
function startOf(page: number): number {
  return page === 0 ? 0 : FIRST_PAGE + (page - 1) * PAGE;
}

export class MatchPages {
  private readonly pages = new Map<number, readonly GraphMatch[]>();
  private readonly requests = new Map<number, Promise<void>>();
  private readonly revision = signal(0);
  private readonly giving = new AbortController();

  constructor(
    readonly first: GraphMatches,
    private readonly fetch: (offset: number, signal: AbortSignal) => Promise<GraphMatches>,
  ) {
    this.pages.set(0, first.matches);
  }

  get total(): number {
    return this.first.total;
  }

  /** Grows with every page. */
  get changes(): ReadonlySignal<number> {
    return this.revision;
  }

  find(index: number): GraphMatch | undefined {
    const page = pageOf(index);
    return this.pages.get(page)?.[index - startOf(page)];
  }

  /** The match, requested if necessary; undefined when the request fails. */
  async load(index: number): Promise<GraphMatch | undefined> {
    const page = pageOf(index);
    if (index < 0 || index >= this.total) return undefined;
    if (!this.pages.has(page) && !this.giving.signal.aborted) {
      const requests = this.requests.get(page) ?? this.request(page);
      this.requests.set(page, requests);
      await requests;
    }
    return this.find(index);
  }

  /**
   * Requests the first matches, one page after the other, so that all their positions are known.
   */
  async loadFirst(most: number): Promise<void> {
    const end = Math.min(most, this.total);
    for (let page = 0; startOf(page) < end; page++) {
      if ((await this.load(startOf(page))) === undefined) return;
    }
  }

  /** Aborts all requests: the matches are no longer shown. */
  stop(): void {
    this.giving.abort();
  }

  /** What has been sent without a gap, from the first match on. */
  listed(): GraphMatch[] {
    const matches: GraphMatch[] = [];
    for (let page = 0; this.pages.has(page); page++) matches.push(...(this.pages.get(page) ?? []));
    return matches;
  }

  private async request(page: number): Promise<void> {
    try {
      this.pages.set(page, (await this.fetch(startOf(page), this.giving.signal)).matches);
      this.revision.value++;
    } catch {
      // The page is requested again when it is shown again.
    }
    this.requests.delete(page);
  }
}
