/** What holds for every chart of a tab: over what, on which scale, how smooth. */
import { isNamedAxis } from "../../../api/scalars";
import { IconButton } from "../../../ui/controls/button";
import { Checkbox } from "../../../ui/controls/checkbox";
import { SegmentedControl } from "../../../ui/controls/segmented-control";
import { lazyPart } from "../../../ui/layout/lazy-part";
import * as messages from "../messages";
import { chooseAxis, fitAll, isAnythingZoomed, logs, toggleLog } from "../options/card-options";
import * as view from "../options/tab-options";
import { DisplayMenu } from "./display-menu";
import { SmoothingControl } from "./smoothing-control";

const AXIS_CHOICES = [
  { value: "step", text: messages.step, tooltip: messages.byStep },
  { value: "relative", text: messages.relative, tooltip: messages.byRelativeTime },
  { value: "wall_time", text: messages.wall, tooltip: messages.byWallTime },
];

/** The axis of an expression, which the display menu chooses. */
function ownAxis(value: string) {
  return { value, text: value, tooltip: value };
}

export function ChartTools() {
  return (
    <>
      <SegmentedControl
        label={messages.xAxis}
        value={view.axis.value}
        choices={
          isNamedAxis(view.axis.value) ? AXIS_CHOICES : [...AXIS_CHOICES, ownAxis(view.axis.value)]
        }
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

const NewData = lazyPart(async () => (await import("./new-data")).NewData);

/** There before anything is zoomed, too: nothing beside it moves. */
export function FitButton() {
  const isZoomed = isAnythingZoomed.value;
  return (
    <>
      <IconButton
        icon="fit"
        label={messages.resetZoom}
        shortcut="0"
        disabled={!isZoomed}
        onClick={fitAll}
      />
      {isZoomed && <NewData />}
    </>
  );
}
