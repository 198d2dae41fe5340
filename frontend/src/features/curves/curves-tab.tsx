/** Precision-recall and ROC curves. */

import { useRef } from "preact/hooks";
import type { CardSize } from "../../lib/lists/card-layout";
import { settleHistory } from "../../state/address/url-state";
import { cardSize, chooseCardSize } from "../../state/shell/card-size";
import { useFilterKey } from "../../state/shell/filter-shortcut";
import { useListKeys } from "../../state/shell/list-navigation";
import { useStepsOfCards } from "../../state/tags/steps-in-view";
import { NumberField } from "../../ui/controls/number-field";
import { EmptyState } from "../../ui/feedback/empty-state";
import { ErrorState } from "../../ui/feedback/error-state";
import { Skeleton } from "../../ui/feedback/skeleton";
import { CardSizeMenu } from "../../ui/layout/card-size-items";
import { TabToolbar } from "../../ui/layout/tab-toolbar";
import { TagFilter } from "../../ui/layout/tag-filter";
import { ToolbarOptions } from "../../ui/layout/toolbar-options";
import { CurveCard } from "./curve-card";
import * as messages from "./messages";
import { TabExport } from "./tab-export";
import { allTags, retryTags, shownTags, tagsError, useTags } from "./tags";
import * as view from "./view";
import "./curves.css";

function Threshold() {
  const value = view.threshold.value;
  return (
    <label class="curve-threshold">
      {messages.threshold}
      <input
        type="range"
        min={0}
        max={1}
        step={0.005}
        value={value}
        onInput={({ currentTarget }) => view.moveThreshold(currentTarget.valueAsNumber)}
        onChange={settleHistory}
      />
      <NumberField
        label={messages.thresholdField}
        min={0}
        max={1}
        step={0.01}
        value={value}
        onChange={view.moveThreshold}
      />
    </label>
  );
}

const LIST_CLASSES: Record<CardSize, string> = { S: "small", M: "medium", L: "large" };

export function CurvesTab() {
  useTags();
  useStepsOfCards();
  const input = useFilterKey("curves");
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, "card", "curves");
  if (allTags.value === null) {
    if (tagsError.value === null) return <Skeleton text={messages.loadingTags} />;
    return <ErrorState title={messages.tagsFailed} error={tagsError.value} onRetry={retryTags} />;
  }
  return (
    <div class="ui-tab-column">
      <TabToolbar label={messages.curves}>
        <TagFilter text={view.tagFilterText} error={view.tagFilter.value.error} inputRef={input} />
        <ToolbarOptions>
          <Threshold />
        </ToolbarOptions>
        <CardSizeMenu size={cardSize.value} onChoose={chooseCardSize} />
        <TabExport />
      </TabToolbar>
      <div class={`curve-list ${LIST_CLASSES[cardSize.value]}`} ref={list}>
        {shownTags.value.map((tag) => (
          <CurveCard key={tag.tag} tag={tag} />
        ))}
        {shownTags.value.length === 0 && (
          <EmptyState title={messages.nothingToShow}>
            <p>{messages.noTagMatches}</p>
          </EmptyState>
        )}
      </div>
    </div>
  );
}
