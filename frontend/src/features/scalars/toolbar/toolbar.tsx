/** What holds for all cards: which tags, and how they are drawn. */
import { literalPattern } from "../../../lib/filter/safe-regexp";
import { useFilterKey } from "../../../state/shell/filter-shortcut";
import { Button } from "../../../ui/controls/button";
import { TabToolbar } from "../../../ui/layout/tab-toolbar";
import { FilteredCount, TagFilter } from "../../../ui/layout/tag-filter";
import { ToolbarOptions } from "../../../ui/layout/toolbar-options";
import * as messages from "../messages";
import { addChart } from "../options/card-options";
import { MAX_TAGS } from "../options/combined-charts";
import * as view from "../options/tab-options";
import { filteredTags, shownTags } from "../options/tags";
import { ChartTools, FitButton } from "./chart-controls";
import { ExportMenu } from "./export-menu";

/** Puts all charts that pass the filter into one. */
function CombineButton() {
  const match = matchOf(view.tagFilterText.value);
  const tags = filteredTags.value;
  if (match === null || tags.length < 2 || tags.length > MAX_TAGS) return null;
  return (
    <Button
      tooltip={messages.combineTitle}
      onClick={() => addChart({ tags: [], match, right: [] })}
    >
      {messages.combine}
    </Button>
  );
}

/** The regular expression that finds what a filter finds; null for an empty one. */
function matchOf(filter: string): string | null {
  const text = filter.trim();
  if (text === "" || view.tagFilter.value.error !== null) return null;
  const pattern = /^\/(.*?)\/?$/s.exec(text)?.[1];
  return pattern ?? literalPattern(text);
}

export function Toolbar() {
  const input = useFilterKey("scalars");
  return (
    <TabToolbar label={messages.scalars}>
      <TagFilter text={view.tagFilterText} error={view.tagFilter.value.error} inputRef={input} />
      <FilteredCount some={filteredTags.value.length} all={shownTags.value.length} />
      <CombineButton />
      <ToolbarOptions>
        <ChartTools />
      </ToolbarOptions>
      <ExportMenu />
      <FitButton />
    </TabToolbar>
  );
}
