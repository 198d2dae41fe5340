/** One card over the whole content, with its steps as a table. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { useShortcuts } from "../../state/shortcuts";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { DistributionCard } from "./distribution-card";
import { allTags } from "./tags";
import { fullScreenTag, openFullScreen, tagToFocus } from "./view";

function close(): boolean {
  const open = fullScreenTag.peek() !== null;
  if (open) openFullScreen(null);
  return open;
}

/** A link may name a tag that its log directory no longer has. */
function NoSuchCard({ tag }: { tag: string }) {
  return (
    <EmptyState title={`No distribution called “${tag}”`}>
      <p>No run here has logged a histogram under this tag.</p>
      <Button look="primary" onClick={close}>
        Show all distributions
      </Button>
    </EmptyState>
  );
}

/** Takes the focus while it is open; gives it back to where it was, or to the card in its place. */
function useFocusInside(tag: string) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    element.current?.focus();
    const giveBack = () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus();
      else tagToFocus.value = tag;
    };
    // What lies below takes no focus until this drawing of the page is done.
    return () => queueMicrotask(giveBack);
  }, [tag]);
  return element;
}

export function FullScreenCard({ tag }: { tag: string }) {
  const element = useFocusInside(tag);
  useShortcuts([
    { keys: "Escape", label: "Leave full screen", group: "Distributions", run: close },
  ]);
  const entry = allTags.value.find((known) => known.tag === tag);
  return (
    <section
      class="distribution-full-screen"
      aria-label={`Full screen: ${tag}`}
      tabIndex={-1}
      ref={element}
    >
      {entry === undefined ? <NoSuchCard tag={tag} /> : <DistributionCard tag={entry} full />}
    </section>
  );
}
