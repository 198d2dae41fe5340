/** What holds for all cards: which tags, in which form, over what, and which steps. */
import { countText } from "../../../lib/format/number";
import { shownRuns } from "../../../state/runs/runs";
import { useFilterKey } from "../../../state/shell/filter-shortcut";
import { step } from "../../../state/tags/selected-step";
import { Button } from "../../../ui/controls/button";
import { Check } from "../../../ui/controls/checkbox";
import { Segments } from "../../../ui/controls/segmented-control";
import { TabToolbar } from "../../../ui/layout/tab-toolbar";
import { FilteredCount, TagFilter } from "../../../ui/layout/tag-filter";
import { layerSigns } from "../data/histograms-cache";
import * as view from "../options/tab-options";
import { filteredTags, shownTags } from "../options/tags";
import { StepRangeSlider } from "./step-range-slider";
import { TabExport } from "./tab-export";

const MODE_CHOICES = [
  { value: "ridges", text: "Ridges", tooltip: "A curve per step, the last in front" },
  { value: "overlay", text: "Overlay", tooltip: "The curves of all steps over each other" },
  { value: "heatmap", text: "Heat map", tooltip: "Step by value: the more values, the deeper" },
  { value: "bands", text: "Bands", tooltip: "Where 38, 68, 87 and 100 % of the values lie" },
] as const;

const AXIS_CHOICES = [
  { value: "step", text: "Step", tooltip: "By training step" },
  { value: "relative", text: "Relative", tooltip: "By time since the first step of each run" },
  { value: "wall_time", text: "Wall", tooltip: "By date and time" },
] as const;

/** Holding the step shown is what makes the next one chosen a comparison. */
function HeldStep() {
  const held = view.heldStep.value;
  if (held !== null) {
    return (
      <Button icon="close" onClick={() => view.holdStep(null)} tooltip="Compare no longer (c)">
        Compared with step {countText(held)}
      </Button>
    );
  }
  const chosen = step.value;
  if (chosen === null) return null;
  return (
    <Button
      onClick={() => view.holdStep(chosen)}
      tooltip="Keep this step in the pictures, dashed, and choose another one (c)"
    >
      Compare step {countText(chosen)} with…
    </Button>
  );
}

/** In which form all cards are drawn, and over what. */
function FormChoices() {
  return (
    <>
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
    </>
  );
}

function LookChecks() {
  const canStack = shownRuns.value.length > 1 && view.mode.value !== "heatmap";
  return (
    <>
      <Check
        label="Log count"
        tooltip="Logarithmic counts, so that few values show beside many (l)"
        checked={view.logCounts.value}
        onChange={view.toggleLog}
      />
      <Check
        label="Cut tails"
        tooltip="End the axis of values a little beyond the middle 87 % of them"
        checked={view.cutsTails.value}
        onChange={view.toggleTails}
      />
      {canStack && (
        <Check
          label="Runs over each other"
          tooltip="All runs of a card in one plot, in their colours"
          checked={view.isStacked.value}
          onChange={view.toggleStacked}
        />
      )}
      {view.showsSuperseded.value && (
        <Check
          label="Superseded"
          tooltip="Draw the steps that a restarted training logged again"
          checked={true}
          onChange={view.toggleSuperseded}
        />
      )}
    </>
  );
}

function HelpButton() {
  const signs = layerSigns.value.size;
  return (
    <Button
      icon="help"
      look="quiet"
      tooltip="What these pictures show, and what is wrong with the layers seen so far"
      onClick={() => {
        view.isHelpOpen.value = !view.isHelpOpen.peek();
      }}
    >
      How to read this{signs > 0 && ` · ${countText(signs)}`}
    </Button>
  );
}

export function Toolbar() {
  const input = useFilterKey("Distributions");
  return (
    <TabToolbar label="Distributions">
      <TagFilter text={view.tagFilterText} error={view.tagFilter.value.error} inputRef={input} />
      <FilteredCount some={filteredTags.value.length} all={shownTags.value.length} />
      <FormChoices />
      <LookChecks />
      <StepRangeSlider />
      <HeldStep />
      <HelpButton />
      <TabExport />
    </TabToolbar>
  );
}
