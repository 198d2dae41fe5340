/** What holds for all cards: which tags, how smooth, over what, on which scale. */
import { useRef } from "preact/hooks";
import { countText } from "../../lib/number-text";
import { useShortcuts } from "../../state/shortcuts";
import { commitHistory, settleHistory } from "../../state/url";
import { Button } from "../../ui/button";
import { FilterBox } from "../../ui/filter-box";
import { Segments } from "../../ui/segments";
import { hasSuperseded } from "./kept-answers";
import { filteredTags, shownTags } from "./tags";
import * as view from "./view";

const AXIS_CHOICES = [
  { value: "step", text: "Step", title: "By training step" },
  { value: "relative", text: "Relative", title: "By time since the start of each series" },
  { value: "wall_time", text: "Wall", title: "By date and time" },
] as const;

/** A drag is one step in the history: its first change makes it, the others go into it. */
function useSmoothingDrag() {
  const dragging = useRef(false);
  const move = (weight: number) => {
    view.setSmoothing(weight);
    if (!dragging.current) commitHistory();
    dragging.current = true;
  };
  const end = () => {
    settleHistory();
    dragging.current = false;
  };
  return { move, end };
}

function Smoothing() {
  const weight = view.smoothing.value;
  const drag = useSmoothingDrag();
  return (
    <label class="smoothing" title="Weight of the exponential moving average (s, Shift+s)">
      <span>Smoothing</span>
      <input
        type="range"
        min={0}
        max={0.99}
        step={0.01}
        value={weight}
        onInput={(input) => drag.move(input.currentTarget.valueAsNumber)}
        onChange={drag.end}
      />
      <input
        type="number"
        aria-label="Smoothing, as a number"
        min={0}
        max={view.MOST_SMOOTHING}
        step={0.01}
        value={weight}
        onChange={(change) => {
          view.setSmoothing(change.currentTarget.valueAsNumber || 0);
          commitHistory();
        }}
      />
    </label>
  );
}

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

export function Toolbar() {
  return (
    <div class="scalars-toolbar" role="toolbar" aria-label="Scalars">
      <TagFilter />
      <CardCount />
      <Segments
        label="X axis"
        value={view.axis.value}
        choices={AXIS_CHOICES}
        onChange={view.setAxis}
      />
      <label class="check" title="Logarithmic y axis (l)">
        <input type="checkbox" checked={view.logY.value} onChange={view.toggleLog} />
        Log y
      </label>
      {(hasSuperseded.value || view.showsSuperseded.value) && (
        <label class="check" title="Draw what a restarted training logged again, in dots">
          <input
            type="checkbox"
            aria-label="Superseded points"
            checked={view.showsSuperseded.value}
            onChange={view.toggleSuperseded}
          />
          Superseded
        </label>
      )}
      <Smoothing />
      {view.zoom.value !== null && (
        <Button icon="fit" onClick={() => view.setZoom(null)} title="Show the whole x axis (0)">
          Fit
        </Button>
      )}
    </div>
  );
}
