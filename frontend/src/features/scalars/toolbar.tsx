/** What holds for all cards: which tags, how smooth, over what, on which scale. */
import { useFilterKey } from "../../state/use-filter-key";
import { Button } from "../../ui/button";
import { Check } from "../../ui/check";
import { Segments } from "../../ui/segments";
import { TabToolbar } from "../../ui/tab-toolbar";
import { FilteredCount, TagFilter } from "../../ui/tag-filter";
import { addChart, chooseAxis, fitAll, isAnythingZoomed, logs, toggleLog } from "./card-choices";
import { MOST_TAGS } from "./combined";
import { DisplayMenu } from "./display-menu";
import { ExportMenu } from "./export-menu";
import { SmoothingControl } from "./smoothing-control";
import { filteredTags, shownTags } from "./tags";
import * as view from "./view";

const AXIS_CHOICES = [
  { value: "step", text: "Step", title: "By training step" },
  { value: "relative", text: "Relative", title: "By time since the start of each series" },
  { value: "wall_time", text: "Wall", title: "By date and time" },
] as const;

/** Puts all charts that pass the filter into one. */
function CombineButton() {
  const match = matchOf(view.tagFilterText.value);
  const tags = filteredTags.value;
  if (match === null || tags.length < 2 || tags.length > MOST_TAGS) return null;
  return (
    <Button
      title="Draw all charts that match in one"
      onClick={() => addChart({ tags: [], match, right: [] })}
    >
      In one chart
    </Button>
  );
}

/** The regular expression that finds what a filter finds; null for an empty one. */
function matchOf(filter: string): string | null {
  const text = filter.trim();
  if (text === "" || view.tagFilter.value.error !== null) return null;
  const pattern = /^\/(.*?)\/?$/s.exec(text)?.[1];
  return pattern ?? text.replace(/[$()*+.?[\\\]^{|}/-]/g, "\\$&");
}

export function Toolbar() {
  const input = useFilterKey("Scalars");
  return (
    <TabToolbar label="Scalars">
      <TagFilter text={view.tagFilterText} error={view.tagFilter.value.error} inputRef={input} />
      <FilteredCount some={filteredTags.value.length} all={shownTags.value.length} />
      <CombineButton />
      <Segments
        label="X axis"
        value={view.axis.value}
        choices={AXIS_CHOICES}
        onChange={chooseAxis}
      />
      <Check
        label="Log y"
        title="Logarithmic y axis of all charts (l)"
        checked={logs.y.value}
        onChange={() => toggleLog("y")}
      />
      <SmoothingControl />
      <DisplayMenu />
      <ExportMenu />
      {isAnythingZoomed.value && (
        <Button icon="fit" onClick={fitAll} title="Show all of every axis (0)">
          Fit
        </Button>
      )}
    </TabToolbar>
  );
}
