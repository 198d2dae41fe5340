/** What the drawing is coloured by, and where colours could not be had. */
import { Button } from "../../../../ui/controls/button";
import { COLOURINGS, isAmount } from "../../options/colour-by";
import { useOptions } from "../../session/session-context";
import * as messages from "../messages";
import type { ColourSession } from "./colour-session";
import "./colour.css";

export function ColourSelect({ hasSteps }: { readonly hasSteps: boolean }) {
  const { colour } = useOptions();
  const by = colour.by.value;
  return (
    <label class="graph-colour-select">
      <span>{messages.colourBy}</span>
      <select
        value={by}
        // The words beside it are left out where there is little room.
        aria-label={messages.colourBy}
        onChange={(change) => colour.setBy(change.currentTarget.value)}
      >
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
  );
}

export function ColourError({ colouring }: { readonly colouring: ColourSession }) {
  const error = colouring.error.value;
  if (error === null) return null;
  return (
    <span class="graph-colour-error" role="alert" data-tooltip={error.message}>
      <span>{error.message}</span>
      <Button look="quiet" onClick={() => colouring.retry()}>
        {messages.retry}
      </Button>
    </span>
  );
}

export function HotSpotsButton() {
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
