/** One card over the whole content, with every run's values. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { useShortcuts } from "../../state/shortcuts";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { ScalarCard } from "./scalar-card";
import { findCard } from "./tags";
import { cardToFocus, fullScreenCard, openFullScreen } from "./view";

function close(): boolean {
  const open = fullScreenCard.peek() !== null;
  if (open) openFullScreen(null);
  return open;
}

/** A link may name a tag that its log directory no longer has. */
function NoSuchCard({ tag }: { tag: string }) {
  return (
    <EmptyState title={`No chart called “${tag}”`}>
      <p>No run here has logged a scalar under this tag.</p>
      <Button look="primary" onClick={close}>
        Show all charts
      </Button>
    </EmptyState>
  );
}

/** Takes the focus while it is open; gives it back to where it was, or to the card in its place. */
function useFocusInside(tag: string) {
  const element = useRef<HTMLDivElement>(null);
  // Later the focus would be gone already, from what is below and takes none.
  useLayoutEffect(() => {
    const before = document.activeElement;
    element.current?.focus();
    const giveBack = () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus();
      else cardToFocus.value = tag;
    };
    // What lies below takes no focus until this drawing of the page is done.
    return () => queueMicrotask(giveBack);
  }, [tag]);
  return element;
}

export function FullScreenCard({ card }: { card: string }) {
  const element = useFocusInside(card);
  useShortcuts([{ keys: "Escape", label: "Leave full screen", group: "Scalars", run: close }]);
  const spec = findCard(card);
  const name = spec?.title ?? card;
  return (
    <section class="full-screen" aria-label={`Full screen: ${name}`} tabIndex={-1} ref={element}>
      {spec === undefined ? <NoSuchCard tag={card} /> : <ScalarCard spec={spec} full />}
    </section>
  );
}
