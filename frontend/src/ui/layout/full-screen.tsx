/** A card over the whole content of its tab. */
import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../controls/button";
import { EmptyState } from "../feedback/empty-state";
import * as messages from "../messages";
import "./full-screen.css";

/** Takes the focus while it is open; gives it back to where it was, or to the card in its place. */
function useFocusInside(
  id: string,
  focusCard: (id: string) => void,
): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  // Later the focus would be gone already, from what is below and takes none.
  useLayoutEffect(() => {
    const before = document.activeElement;
    element.current?.focus();
    const giveBack = () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus();
      else focusCard(id);
    };
    // What lies below takes no focus until this drawing of the page is done.
    return () => queueMicrotask(giveBack);
  }, [id, focusCard]);
  return element;
}

interface FullScreenProps {
  readonly id: string;
  readonly name: string;
  /** Gives the focus to the card with an id as soon as it is on the page; always the same. */
  readonly focusCard: (id: string) => void;
  readonly children: ComponentChildren;
}

export function FullScreen({ id, name, focusCard, children }: FullScreenProps) {
  const element = useFocusInside(id, focusCard);
  return (
    <section
      class="ui-full-screen"
      aria-label={messages.fullScreen(name)}
      tabIndex={-1}
      ref={element}
    >
      <h2 class="ui-visually-hidden">{messages.fullScreen(name)}</h2>
      {children}
    </section>
  );
}

interface NoSuchCardProps {
  readonly id: string;
  /** What is drawn, such as "chart", and what it is drawn of, such as "a scalar". */
  readonly drawn: string;
  readonly logged: string;
  readonly onClose: () => void;
}

/** A link may name a tag that its log directory no longer has. */
export function NoSuchCard({ id, drawn, logged, onClose }: NoSuchCardProps) {
  return (
    <EmptyState title={messages.noSuchCard(drawn, id)}>
      <p>{messages.noSuchCardDetail(logged)}</p>
      <Button look="primary" onClick={onClose}>
        {messages.showAllOf(drawn)}
      </Button>
    </EmptyState>
  );
}
