/** What a search found: how many matches there are, and all of them. */
import type { GraphMatches } from "../../../../api/types";
import { IconButton } from "../../../../ui/controls/button";
import * as lateMessages from "../../late/messages";
import * as messages from "../messages";
import { MatchList } from "./match-list";
import type { MatchPages } from "./match-pages";
import { MAX_MARKED, type SearchSession } from "./search-session";

interface SearchResultsProps {
  /** Of the panel. */
  readonly id: string;
  readonly finding: SearchSession;
  readonly pages: MatchPages;
  readonly isListed: boolean;
}

export function SearchResults({ id, finding, pages, isListed }: SearchResultsProps) {
  return (
    <>
      <FoundBar id={id} finding={finding} pages={pages} />
      {pages.total > 0 && isListed && <MatchList finding={finding} pages={pages} />}
    </>
  );
}

/** How many matches there are, which one was gone to, and on to the next. */
function FoundBar({ id, finding, pages }: Omit<SearchResultsProps, "isListed">) {
  const { total, first } = pages;
  return (
    <div class="graph-search-status">
      <span id={`${id}-status`} role="status">
        {foundText(first, finding.current.value, finding.isLoading.value)}
      </span>
      <IconButton
        icon="chevron-up"
        label={messages.previousMatch}
        shortcut="Shift+Enter"
        disabled={total === 0}
        onClick={() => void finding.step(-1)}
      />
      <IconButton
        icon="chevron-down"
        label={messages.nextMatch}
        shortcut="Enter"
        disabled={total === 0}
        onClick={() => void finding.step(1)}
      />
      {first.bound !== null && <p class="graph-search-bound">{first.bound}</p>}
      {total > MAX_MARKED && (
        <p class="graph-search-bound">{lateMessages.firstHighlighted(MAX_MARKED)}</p>
      )}
    </div>
  );
}

type Found = Pick<GraphMatches, "total" | "by_type">;

/** Matches by op type come last, so they are counted apart where there are others. */
function foundText({ total, by_type }: Found, current: number, isLoading: boolean): string {
  if (total === 0) return isLoading ? messages.searching : messages.nothingFound;
  const found =
    by_type > 0 ? lateMessages.foundByType(total, by_type) : lateMessages.foundCount(total);
  return current < 0 ? found : lateMessages.matchOf(current + 1, found);
}
