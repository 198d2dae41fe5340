/** The shell: a bar above, runs at the left, the tab in the middle, the inspector at the right. */
import { useRef } from "preact/hooks";
import { retryRuns, runCount, runsError, runsLoaded } from "../state/runs/runs";
import { reading, status } from "../state/server/connection";
import { isFirstViewDrawn } from "../state/shell/first-view";
import { inspector } from "../state/shell/inspector";
import { runTableForm, runTableWidth } from "../state/shell/panels";
import { EmptyState } from "../ui/feedback/empty-state";
import { ErrorState } from "../ui/feedback/error-state";
import { Skeleton } from "../ui/feedback/skeleton";
import { Announcer } from "./announcer";
import { FileDrop } from "./files/file-drop";
import { Dialogs, EmptyTab, InspectorPanel, NothingFound, RunTable } from "./late-parts";
import * as messages from "./messages";
import { ConnectionBanner } from "./notices/connection-banner";
import { NoticeBar } from "./notices/notice-bar";
import { Notices } from "./notices/toast-list";
import { LazyPalette } from "./palette/lazy-palette";
import { ResizeHandle } from "./resize-handle";
import { ShellKeys } from "./shell-keys";
import { SkipLink } from "./skip-link";
import { activeTab, emptyTabs } from "./tabs/open-tab";
import { TabView } from "./tabs/tab-view";
import { readingText } from "./top-bar/loading-text";
import { TopBar } from "./top-bar/top-bar";
import "./app.css";

function NoTags() {
  return (
    <EmptyState title={messages.nothingToDisplay}>
      <p>{messages.nothingToDisplayDetail}</p>
    </EmptyState>
  );
}

function Reading() {
  const loading = status.value?.loading;
  return <Skeleton text={loading === undefined ? messages.connecting : readingText(loading)} />;
}

function NoRuns() {
  return status.value === null ? null : <NothingFound status={status.value} />;
}

/** Does not read the status itself, which changes twice a second while the server reads. */
function TabContent() {
  if (!runsLoaded.value) {
    if (runsError.value === null) return <Reading />;
    return <ErrorState title={messages.runsFailed} error={runsError.value} onRetry={retryRuns} />;
  }
  const tab = activeTab.value;
  // Graphs stand in files of their own too.
  if (runCount.value === 0 && !tab?.drawsEmpty && !reading.value) return <NoRuns />;
  if (tab === null) return reading.value ? <Reading /> : <NoTags />;
  if (emptyTabs.value.includes(tab) && !tab.drawsEmpty) {
    return reading.value ? <Reading /> : <EmptyTab tab={tab} />;
  }
  return <TabView tab={tab} />;
}

function Runs() {
  const form = runTableForm.value;
  // A tab that is the table itself has no need of another beside it.
  const isTab = activeTab.value?.id === "runs";
  if (form === "hidden" || isTab || runCount.value === 0) return null;
  const isReady = !activeTab.value?.drawsAlone || isFirstViewDrawn.value;
  return (
    <aside
      class={`app-run-panel ${form}`}
      style={form === "table" ? { width: `${runTableWidth.value}px` } : undefined}
    >
      {isReady && <RunTable />}
      {form === "table" && <ResizeHandle />}
    </aside>
  );
}

export function App() {
  const content = useRef<HTMLElement>(null);
  return (
    <div class="app-shell">
      <SkipLink to={content} />
      <TopBar />
      <ConnectionBanner />
      <NoticeBar />
      <div class="app-shell-body">
        <Runs />
        <main
          class="app-shell-content"
          aria-label={activeTab.value?.title}
          ref={content}
          tabIndex={-1}
        >
          <TabContent />
        </main>
        {inspector.value !== null && <InspectorPanel {...inspector.value} />}
      </div>
      <Notices />
      <Announcer />
      <FileDrop />
      <Dialogs />
      <LazyPalette />
      <ShellKeys content={content} />
    </div>
  );
}
