/** The view of a tab, whose code is fetched when it is opened first. */
import { useEffect } from "preact/hooks";
import { ErrorState } from "../../ui/feedback/error-state";
import { Skeleton } from "../../ui/feedback/skeleton";
import { ToolbarNote } from "../../ui/layout/tab-toolbar";
import * as messages from "../messages";
import { HiddenNote } from "../notices/hidden-note";
import { findView, loadTab } from "./tab-code";
import type { TabEntry } from "./tabs";

function LazyTab({ tab }: { tab: TabEntry }) {
  const { id, title } = tab;
  useEffect(() => void loadTab(tab), [id]);
  const View = findView(id);
  if (View === undefined) return <Skeleton text={messages.loadingTab(title)} />;
  if (View instanceof Error) {
    const what = messages.tabFailed(title);
    return <ErrorState title={what} error={View} onRetry={() => void loadTab(tab)} />;
  }
  return <View />;
}

export function TabView({ tab }: { tab: TabEntry }) {
  const { view: View, leavesOut } = tab;
  return (
    <ToolbarNote.Provider value={leavesOut && <HiddenNote kinds={leavesOut} />}>
      {typeof View === "function" ? <View /> : <LazyTab tab={tab} />}
    </ToolbarNote.Provider>
  );
}
