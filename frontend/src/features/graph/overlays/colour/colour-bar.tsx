/** Below the drawing: what it is coloured by, what the colours mean, and which step was measured. */

import { Button } from "../../../../ui/controls/button";
import { lazyPart } from "../../../../ui/layout/lazy-part";
import { COLOURINGS, isAmount } from "../../options/colour-by";
import { useOptions } from "../../session/session-context";
import * as messages from "../messages";
import type { ProfiledStep } from "../profile/profiled-step";
import { StepSelect } from "../profile/step-select";
import type { ColourSession } from "./colour-session";
import "./colour.css";

const Legend = lazyPart(async () => (await import("./colour-legend")).Legend);

interface ColourBarProps {
  readonly colouring: ColourSession;
  readonly measured: ProfiledStep;
}

export function ColourBar({ colouring, measured }: ColourBarProps) {
  const hasSteps = measured.steps.value.length > 0;
  const { colour, hotSpots } = useOptions();
  const by = colour.by.value;
  const error = colouring.error.value;
  const { legend } = colouring.colours.value;
  return (
    <section class="graph-colour-bar" aria-label={messages.colours}>
      <label>
        {messages.colourBy}
        <select value={by} onChange={(change) => colour.setBy(change.currentTarget.value)}>
          {COLOURINGS.map((each) => (
            <option
              key={each.by}
              value={each.by}
              disabled={isAmount(each.by) && !hasSteps && by !== each.by}
            >
              {isAmount(each.by) && !hasSteps ? messages.notProfiled(each.text) : each.text}
            </option>
          ))}
        </select>
      </label>
      {colouring.hasScene && legend.kind !== "none" && <Legend legend={legend} />}
      {error !== null && (
        <span class="graph-colour-error" role="alert">
          {error.message}{" "}
          <Button look="quiet" onClick={() => colouring.retry()}>
            {messages.retry}
          </Button>
        </span>
      )}
      {hasSteps && (isAmount(by) || hotSpots.by.value !== undefined) && (
        <StepSelect measured={measured} />
      )}
      {hasSteps && <HotSpotsButton />}
    </section>
  );
}

function HotSpotsButton() {
  const { hotSpots } = useOptions();
  const isOpen = hotSpots.by.value !== undefined;
  return (
    <button
      type="button"
      class="ui-button quiet"
      aria-pressed={isOpen}
      onClick={() => hotSpots.show(isOpen ? undefined : "time")}
    >
      {messages.hotSpots}
    </button>
  );
}
