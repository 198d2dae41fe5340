/** Where colours could not be had, and the ops that took most of a step. */
import { Button } from "../../../../ui/controls/button";
import { useOptions } from "../../session/session-context";
import * as messages from "../messages";
import type { ColourSession } from "./colour-session";

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
