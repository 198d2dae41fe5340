/** All matches of a search, of which those in view are in the document. */
import { useEffect, useRef } from "preact/hooks";
import type { GraphMatch } from "../../../../api/types";
import { VirtualList } from "../../../../ui/lists/virtual-list";
import { useSession } from "../../session/session-context";
import * as messages from "../messages";
import type { MatchPages } from "./match-pages";
import { kindText, matchLabel, placeText } from "./match-text";
import type { SearchSession } from "./search-session";

const ROW_HEIGHT = 42;

export function MatchList({ finding, pages }: { finding: SearchSession; pages: MatchPages }) {
  const { hover } = useSession();
  const root = useRef<HTMLDivElement>(null);
  const current = finding.current.value;
  useEffect(() => {
    const list = root.current?.querySelector(".ui-virtual-list");
    if (list && current >= 0) scrollTo(list, current * ROW_HEIGHT);
  }, [current]);
  // Read so that rows fill when their page comes.
  pages.changes.value;
  return (
    <div
      class="graph-search-list"
      ref={root}
      style={{ height: `${pages.total * ROW_HEIGHT}px` }}
      onPointerLeave={() => hover.clear()}
    >
      <VirtualList
        rows={pages.total}
        rowHeight={ROW_HEIGHT}
        label={messages.matches}
        rowKey={String}
        row={(index) => <Row index={index} finding={finding} pages={pages} />}
      />
    </div>
  );
}

/** Brings a row into view, if it is not, with some rows around it. */
function scrollTo(list: Element, top: number): void {
  const { scrollTop, clientHeight } = list;
  if (top < scrollTop || top + ROW_HEIGHT > scrollTop + clientHeight) {
    list.scrollTop = top - clientHeight / 3;
  }
}

interface RowProps {
  readonly index: number;
  readonly finding: SearchSession;
  readonly pages: MatchPages;
}

function Row({ index, finding, pages }: RowProps) {
  const { hover } = useSession();
  const match = pages.find(index);
  const isHere = match !== undefined;
  useEffect(() => {
    if (!isHere) void pages.load(index);
  }, [isHere, index, pages]);
  if (match === undefined) return <span class="graph-search-row waiting">…</span>;
  return (
    <button
      type="button"
      class="graph-search-row"
      aria-current={finding.current.value === index ? "true" : undefined}
      data-tooltip={match.name}
      onClick={() => void finding.goToIndex(index)}
      onPointerEnter={() => hover.pointAt(match)}
      onFocus={() => hover.pointAt(match)}
      onBlur={() => hover.clear()}
    >
      <Match match={match} />
    </button>
  );
}

function Match({ match }: { match: GraphMatch }) {
  return (
    <>
      <span class="graph-search-name">{matchLabel(match)}</span>
      <span class="graph-search-kind">{kindText(match)}</span>
      <span class="graph-search-path">{placeText(match)}</span>
    </>
  );
}
