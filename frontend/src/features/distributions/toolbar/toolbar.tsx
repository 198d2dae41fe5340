/** What holds for all cards: which tags, in which form, over what, and which steps. */
import { countText } from "../../../lib/format/number";
import { useFilterKey } from "../../../state/shell/filter-shortcut";
import { step } from "../../../state/tags/selected-step";
import { Button } from "../../../ui/controls/button";
import { SegmentedControl } from "../../../ui/controls/segmented-control";
import { TabToolbar } from "../../../ui/layout/tab-toolbar";
import { FilteredCount, TagFilter } from "../../../ui/layout/tag-filter";
import { ToolbarOptions } from "../../../ui/layout/toolbar-options";
import { layerSigns } from "../data/histograms-cache";
import * as messages from "../messages";
import * as view from "../options/tab-options";
import { filteredTags, shownTags } from "../options/tags";
import { DisplayMenu } from "./display-menu";
import { StepRangeSlider } from "./step-range-slider";
import { TabExport } from "./tab-export";

const MODE_CHOICES = [
  { value: "ridges", text: messages.ridges, tooltip: messages.ridgesHint },
  { value: "overlay", text: messages.overlay, tooltip: messages.overlayHint },
  { value: "heatmap", text: messages.heatMap, tooltip: messages.heatmapHint },
  { value: "bands", text: messages.percentiles, tooltip: messages.percentilesHint },
] as const;

const AXIS_CHOICES = [
  { value: "step", text: messages.step, tooltip: messages.byStep },
  { value: "relative", text: messages.relative, tooltip: messages.byRelativeTime },
  { value: "wall_time", text: messages.wall, tooltip: messages.byWallTime },
] as const;

/** Holding the step shown is what makes the next one chosen a comparison. */
function HeldStep() {
  const held = view.heldStep.value;
  if (held !== null) {
    return (
      <Button icon="close" onClick={() => view.holdStep(null)} tooltip={messages.unpinTitle}>
        {messages.comparedWith(held)}
      </Button>
    );
  }
  const chosen = step.value;
  if (chosen === null) return null;
  return (
    <Button icon="pin" onClick={() => view.holdStep(chosen)} tooltip={messages.pinStepTitle}>
      <span class="distribution-wide-text">{messages.compareWith(chosen)}</span>
    </Button>
  );
}

/** In which form all cards are drawn, and over what. */
function FormChoices() {
  return (
    <>
      <SegmentedControl
        label={messages.chartType}
        value={view.mode.value}
        choices={MODE_CHOICES}
        onChange={view.setMode}
      />
      <SegmentedControl
        label={messages.stepAxis}
        value={view.axis.value}
        choices={AXIS_CHOICES}
        onChange={view.setAxis}
      />
    </>
  );
}

function HelpButton() {
  const signs = layerSigns.value.size;
  return (
    <Button
      icon="help"
      look="quiet"
      tooltip={messages.helpTitle}
      onClick={() => {
        view.isHelpOpen.value = !view.isHelpOpen.peek();
      }}
    >
      <span class="distribution-wide-text">{messages.howToRead}</span>
      {signs > 0 && countText(signs)}
    </Button>
  );
}

export function Toolbar() {
  const input = useFilterKey("distributions");
  return (
    <TabToolbar label={messages.distributions}>
      <TagFilter text={view.tagFilterText} error={view.tagFilter.value.error} inputRef={input} />
      <FilteredCount some={filteredTags.value.length} all={shownTags.value.length} />
      <ToolbarOptions>
        <FormChoices />
        <DisplayMenu />
        <StepRangeSlider />
        <HeldStep />
      </ToolbarOptions>
      <HelpButton />
      <TabExport />
    </TabToolbar>
  );
}
