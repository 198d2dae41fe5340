/** What holds for every chart of a tab: over what, on which scale, how smooth. */
import { IconButton } from "../../../ui/controls/button";
import { Check } from "../../../ui/controls/checkbox";
import { Segments } from "../../../ui/controls/segmented-control";
import { hasNewData } from "../data/unseen-data";
import { chooseAxis, fitAll, isAnythingZoomed, logs, toggleLog } from "../options/card-options";
import * as view from "../options/tab-options";
import { DisplayMenu } from "./display-menu";
import { SmoothingControl } from "./smoothing-control";

const AXIS_CHOICES = [
  { value: "step", text: "Step", tooltip: "By training step" },
  { value: "relative", text: "Relative", tooltip: "By time since the start of each series" },
  { value: "wall_time", text: "Wall", tooltip: "By date and time" },
] as const;

export function ChartTools() {
  return (
    <>
      <Segments
        label="X axis"
        value={view.axis.value}
        choices={AXIS_CHOICES}
        onChange={chooseAxis}
      />
      <Check
        label="Log y"
        tooltip="Logarithmic y axis of all charts (l)"
        checked={logs.y.value}
        onChange={() => toggleLog("y")}
      />
      <SmoothingControl />
      <DisplayMenu />
    </>
  );
}

export function FitButton() {
  if (!isAnythingZoomed.value) return null;
  return (
    <>
      <IconButton icon="fit" label="Show all of every axis" shortcut="0" onClick={fitAll} />
      <span class="new-data-status" role="status">
        {hasNewData.value && (
          <button
            type="button"
            class="new-data"
            data-tooltip="Points have come beyond what is shown. Show all of every axis (0)"
            onClick={fitAll}
          >
            New data
          </button>
        )}
      </span>
    </>
  );
}
