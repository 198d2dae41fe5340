/** What is here, on one page: how much, what is newest, what is wrong, and where to look. */
import { useRef } from "preact/hooks";
import { runCount } from "../../state/runs/runs";
import { useListKeys } from "../../state/shell/list-navigation";
import { EmptyState } from "../../ui/feedback/empty-state";
import { ErrorState } from "../../ui/feedback/error-state";
import { GraphInLittle, type LoadGraphPicture } from "./graph-in-little";
import * as messages from "./messages";
import { NewestValues } from "./newest-values";
import { Profiles } from "./profiles";
import { retryTags, tagsError, useTags } from "./tags";
import { Facts, Tabs } from "./what-is-here";
import { Damage, Warnings } from "./what-is-wrong";
import "./overview.css";

export function OverviewTab({ loadGraphPicture }: { loadGraphPicture: LoadGraphPicture }) {
  useTags();
  const page = useRef<HTMLDivElement>(null);
  useListKeys(page, "chart or tab", "overview");
  if (runCount.value === 0) return <EmptyState title={messages.noRunsYet} />;
  return (
    <div class="overview" ref={page}>
      <Facts />
      {tagsError.value !== null && (
        <ErrorState title={messages.tagsFailed} error={tagsError.value} onRetry={retryTags} />
      )}
      <Warnings />
      <NewestValues />
      <div class="overview-beside">
        <GraphInLittle loadPicture={loadGraphPicture} />
        <Tabs />
      </div>
      <Profiles />
      <Damage />
    </div>
  );
}
