/** The first stop of the keyboard: leads past the bar and the run table. */
import type { RefObject } from "preact";
import { Button } from "../ui/controls/button";
import * as messages from "./messages";

export function SkipLink({ to }: { to: RefObject<HTMLElement | null> }) {
  return (
    <div class="app-skip-link">
      <Button look="primary" onClick={() => to.current?.focus()}>
        {messages.skipToContent}
      </Button>
    </div>
  );
}
