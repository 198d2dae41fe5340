/** What holds for every chart of a tab: over what, on which scale, how smooth. */
import { IconButton } from "../../../ui/controls/button";
import { Checkbox } from "../../../ui/controls/checkbox";
import { SegmentedControl } from "../../../ui/controls/segmented-control";
import { hasNewData } from "../data/unseen-data";
import * as messages from "../messages";
import { chooseAxis, fitAll, isAnythingZoomed, logs, toggleLog } from "../options/card-options";
import * as view from "../options/tab-options";
import { DisplayMenu } from "./display-menu";
import { SmoothingControl } from "./smoothing-control";

const AXIS_CHOICES = [
  { value: "step", text: messages.step, tooltip: messages.byStep },
  { value: "relative", text: messages.relative, tooltip: messages.byRelativeTime },
  { value: "wall_time", text: messages.wall, tooltip: messages.byWallTime },
] as const;

export function ChartTools() {
  return (
    <>
      <SegmentedControl
        label={messages.xAxis}
        value={view.axis.value}
        choices={AXIS_CHOICES}
        onChange={chooseAxis}
      />
      <Checkbox
        label={messages.logY}
        tooltip={messages.logYTitle}
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
      <IconButton icon="fit" label={messages.resetZoom} shortcut="0" onClick={fitAll} />
      <span class="scalar-new-data-status" role="status">
        {hasNewData.value && (
          <button
            type="button"
            class="scalar-new-data"
            data-tooltip={messages.newDataTitle}
            onClick={fitAll}
          >
            {messages.newData}
          </button>
        )}
      </span>
    </>
  );
}
