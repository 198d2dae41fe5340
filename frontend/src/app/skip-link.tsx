/**
 * The first stop of the keyboard: leads past the bar and the run table, and past the tools of a tab
 * that marks what it is there for with `data-skip-target`.
 */
import type { RefObject } from "preact";
import { Button } from "../ui/controls/button";
import * as messages from "./messages";

export function SkipLink({ to }: { to: RefObject<HTMLElement | null> }) {
  return (
    <div class="app-skip-link">
      <Button look="primary" onClick={() => targetIn(to.current)?.focus()}>
        {messages.skipToContent}
      </Button>
    </div>
  );
}

function targetIn(content: HTMLElement | null): HTMLElement | null {
  return content?.querySelector<HTMLElement>("[data-skip-target]") ?? content;
}
