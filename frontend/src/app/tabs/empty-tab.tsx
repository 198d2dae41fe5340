import { runCount } from "../../state/runs/runs";
import { EmptyState } from "../../ui/feedback/empty-state";
import * as messages from "../messages";
import type { TabEntry } from "./tabs";

export function emptyTitle({ empty }: TabEntry): string {
  return messages.emptyTab(empty.what);
}

export function EmptyTab({ tab }: { tab: TabEntry }) {
  const { what, calls } = tab.empty;
  return (
    <EmptyState title={emptyTitle(tab)}>
      <p>{messages.emptyTabDetail(runCount.value, what)}</p>
      {calls.map(({ framework, code }) => (
        <>
          <h3>{framework}</h3>
          <pre>{code}</pre>
        </>
      ))}
    </EmptyState>
  );
}
