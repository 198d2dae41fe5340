/** What holds for all cards: which tags, how smooth, over what, on which scale. */
import { useRef } from "preact/hooks";
import { countText } from "../../lib/number-text";
import { useShortcuts } from "../../state/shortcuts";
import { Button } from "../../ui/button";
import { FilterBox } from "../../ui/filter-box";
import { Segments } from "../../ui/segments";
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

function CardCount() {
  const all = shownTags.value.length;
  const some = filteredTags.value.length;
  const text = some === all ? countText(all) : `${countText(some)} of ${countText(all)}`;
  return <span class="card-count">{text}</span>;
}

function TagFilter() {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts([
    {
      keys: "/",
      label: "Filter tags",
      group: "Scalars",
      run: () => input.current?.focus(),
    },
  ]);
  return (
    <FilterBox
      label="Filter tags by name"
      placeholder="Filter tags: text or /regex/"
      value={view.tagFilterText.value}
      error={view.tagFilter.value.error}
      inputRef={input}
      onInput={(text) => {
        view.tagFilterText.value = text;
      }}
    />
  );
}

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
  return (
    <div class="scalars-toolbar" role="toolbar" aria-label="Scalars">
      <TagFilter />
      <CardCount />
      <CombineButton />
      <Segments
        label="X axis"
        value={view.axis.value}
        choices={AXIS_CHOICES}
        onChange={chooseAxis}
      />
      <label class="check" title="Logarithmic y axis of all charts (l)">
        <input type="checkbox" checked={logs.y.value} onChange={() => toggleLog("y")} />
        Log y
      </label>
      <SmoothingControl />
      <DisplayMenu />
      <ExportMenu />
      {isAnythingZoomed.value && (
        <Button icon="fit" onClick={fitAll} title="Show all of every axis (0)">
          Fit
        </Button>
      )}
    </div>
  );
}
