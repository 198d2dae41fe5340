/** A tab with nothing to show: why, and which calls write such data. */
import { counted } from "../../lib/format/number";
import { runCount } from "../../state/runs/runs";
import { EmptyState } from "../../ui/feedback/empty-state";
import type { TabEntry } from "./tabs";

export function emptyTitle({ empty }: TabEntry): string {
  return `No ${empty.what} in these runs`;
}

export function EmptyTab({ tab }: { tab: TabEntry }) {
  const { what, calls } = tab.empty;
  return (
    <EmptyState title={emptyTitle(tab)}>
      <p>
        {counted(runCount.value, "run")} found, and none has logged any {what} yet. A call such as
        one of these does; what it writes appears here by itself.
      </p>
      {calls.map(({ framework, code }) => (
        <>
          <h3>{framework}</h3>
          <pre>{code}</pre>
        </>
      ))}
    </EmptyState>
  );
}
