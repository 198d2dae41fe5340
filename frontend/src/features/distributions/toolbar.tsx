/** What holds for all cards: which tags, in which form, over what, and which steps. */
import { useRef } from "preact/hooks";
import { countText } from "../../lib/number-text";
import { shownRuns } from "../../state/runs";
import { useShortcuts } from "../../state/shortcuts";
import { step } from "../../state/steps";
import { Button } from "../../ui/button";
import { FilterBox } from "../../ui/filter-box";
import { Segments } from "../../ui/segments";
import { layerSigns } from "./kept-histograms";
import { StepRangeSlider } from "./step-range-slider";
import { filteredTags, shownTags } from "./tags";
import * as view from "./view";

const MODE_CHOICES = [
  { value: "ridges", text: "Ridges", title: "A curve per step, the last in front" },
  { value: "overlay", text: "Overlay", title: "The curves of all steps over each other" },
  { value: "heatmap", text: "Heat map", title: "Step by value: the more values, the deeper" },
  { value: "bands", text: "Bands", title: "Where 38, 68, 87 and 100 % of the values lie" },
] as const;

const AXIS_CHOICES = [
  { value: "step", text: "Step", title: "By training step" },
  { value: "relative", text: "Relative", title: "By time since the first step of each run" },
  { value: "wall_time", text: "Wall", title: "By date and time" },
] as const;

function TagFilter() {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts([
    {
      keys: "/",
      label: "Filter tags",
      group: "Distributions",
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

function TagCount() {
  const [all, some] = [shownTags.value.length, filteredTags.value.length];
  const text = some === all ? countText(all) : `${countText(some)} of ${countText(all)}`;
  return <span class="distribution-count">{text}</span>;
}

interface SwitchProps {
  readonly label: string;
  readonly title: string;
  readonly checked: boolean;
  readonly onChange: () => void;
}

function Switch({ label, title, checked, onChange }: SwitchProps) {
  return (
    <label class="distribution-check" title={title}>
      <input type="checkbox" checked={checked} onChange={onChange} />
      {label}
    </label>
  );
}

/** Holding the step shown is what makes the next one chosen a comparison. */
function HeldStep() {
  const held = view.heldStep.value;
  if (held !== null) {
    return (
      <Button icon="close" onClick={() => view.holdStep(null)} title="Compare no longer (c)">
        Compared with step {countText(held)}
      </Button>
    );
  }
  const chosen = step.value;
  if (chosen === null) return null;
  return (
    <Button
      onClick={() => view.holdStep(chosen)}
      title="Keep this step in the pictures, dashed, and choose another one (c)"
    >
      Compare step {countText(chosen)} with…
    </Button>
  );
}

export function Toolbar() {
  const signs = layerSigns.value.size;
  return (
    <div class="distributions-toolbar" role="toolbar" aria-label="Distributions">
      <TagFilter />
      <TagCount />
      <Segments
        label="Form"
        value={view.mode.value}
        choices={MODE_CHOICES}
        onChange={view.setMode}
      />
      <Segments
        label="Axis of steps"
        value={view.axis.value}
        choices={AXIS_CHOICES}
        onChange={view.setAxis}
      />
      <Switch
        label="Log count"
        title="Logarithmic counts, so that few values show beside many (l)"
        checked={view.logCounts.value}
        onChange={view.toggleLog}
      />
      <Switch
        label="Cut tails"
        title="End the axis of values a little beyond the middle 87 % of them"
        checked={view.cutsTails.value}
        onChange={view.toggleTails}
      />
      {shownRuns.value.length > 1 && view.mode.value !== "heatmap" && (
        <Switch
          label="Runs over each other"
          title="All runs of a card in one plot, in their colours"
          checked={view.isStacked.value}
          onChange={view.toggleStacked}
        />
      )}
      {view.showsSuperseded.value && (
        <Switch
          label="Superseded"
          title="Draw the steps that a restarted training logged again"
          checked={true}
          onChange={view.toggleSuperseded}
        />
      )}
      <StepRangeSlider />
      <HeldStep />
      <Button
        icon="help"
        look="quiet"
        title="What these pictures show, and what is wrong with the layers seen so far"
        onClick={() => {
          view.isHelpOpen.value = !view.isHelpOpen.peek();
        }}
      >
        How to read this{signs > 0 && ` · ${countText(signs)}`}
      </Button>
    </div>
  );
}
