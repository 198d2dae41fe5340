/** What the line below the drawing says where it applies: failed colours, profiled steps. */
import { ColourError, HotSpotsButton } from "../overlays/colour/colour-extras";
import type { ColourSession } from "../overlays/colour/colour-session";
import type { ProfiledStep } from "../overlays/profile/profiled-step";
import { StepSelect } from "../overlays/profile/step-select";

export interface LegendExtrasProps {
  readonly colouring: ColourSession;
  readonly measured: ProfiledStep;
  readonly hasStepSelect: boolean;
}

export function LegendExtras({ colouring, measured, hasStepSelect }: LegendExtrasProps) {
  return (
    <>
      <ColourError colouring={colouring} />
      {hasStepSelect && <StepSelect measured={measured} />}
      {measured.steps.value.length > 0 && <HotSpotsButton />}
    </>
  );
}
