/** Below the drawing, in one line at any width: what it is coloured by, and the legend. */
import { lateCode } from "../../../state/base/late-code";
import { lazyPart } from "../../../ui/layout/lazy-part";
import { PopoverPanel } from "../../../ui/popover/popover-panel";
import * as messages from "../messages";
import { isAmount } from "../options/colour-by";
import { ColourSelect } from "../overlays/colour/colour-bar";
import type { ColourSession } from "../overlays/colour/colour-session";
import type { ProfiledStep } from "../overlays/profile/profiled-step";
import { useOptions } from "../session/session-context";
import "./legend-bar.css";

const LegendLine = lazyPart(async () => (await import("./legend-line")).LegendLine);
const LegendExtras = lazyPart(async () => (await import("./legend-extras")).LegendExtras);
const panel = lateCode(() => import("./legend-line"));

interface LegendBarProps {
  readonly colouring: ColourSession;
  readonly measured: ProfiledStep;
  /** Until the first drawing is there, the line has its height and no legend. */
  readonly isDrawn: boolean;
}

export function LegendBar({ colouring, measured, isDrawn }: LegendBarProps) {
  const { colour, hotSpots } = useOptions();
  const hasSteps = measured.steps.value.length > 0;
  const hasStepSelect = hasSteps && (isAmount(colour.by.value) || hotSpots.by.value !== undefined);
  const code = panel.module.value;
  return (
    <section class="graph-legend-bar" aria-label={messages.legend}>
      <ColourSelect hasSteps={hasSteps} />
      <div class="graph-legend-room">{isDrawn && <LegendLine colouring={colouring} />}</div>
      {isDrawn && (
        <LegendExtras colouring={colouring} measured={measured} hasStepSelect={hasStepSelect} />
      )}
      <PopoverPanel icon="info" label={messages.legend} load={panel.load}>
        {code !== null && (
          <code.LegendPanel
            colouring={colouring}
            measured={measured}
            hasStepSelect={hasStepSelect}
          />
        )}
      </PopoverPanel>
    </section>
  );
}
