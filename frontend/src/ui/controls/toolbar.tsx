/**
 * Buttons that are one stop of the Tab key, as the ARIA Authoring Practices have it: arrows, Home
 * and End lead from one to the next. Fields among them stay stops of their own.
 */
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface ToolbarProps {
  readonly label: string;
  readonly class: string;
  readonly root?: RefObject<HTMLDivElement>;
  readonly children: ComponentChildren;
}

export function Toolbar({ label, class: look, root, children }: ToolbarProps) {
  const own = useRef<HTMLDivElement>(null);
  const bar = root ?? own;
  useEffect(() => (bar.current === null ? undefined : keepOneStop(bar.current)), [bar]);
  return (
    <div ref={bar} class={look} role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}

/** Holds all buttons but one out of the order of the Tab key; returns how to end that. */
function keepOneStop(bar: HTMLElement): () => void {
  const ending = new AbortController();
  let current: Element | null = null;
  const update = (): void => {
    const stops = stopsOf(bar);
    const stop = stops.find((one) => one === current) ?? stops[0];
    for (const one of stops) one.tabIndex = one === stop ? 0 : -1;
  };
  const observer = new MutationObserver(update);
  // Buttons come and go with what they act on, and one that is disabled cannot be the stop.
  observer.observe(bar, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  bar.addEventListener(
    "focusin",
    ({ target }) => {
      if (!stopsOf(bar).some((stop) => stop === target)) return;
      current = target as Element;
      update();
    },
    ending,
  );
  bar.addEventListener("keydown", (press) => pressKey(press, bar), ending);
  update();
  return () => {
    observer.disconnect();
    ending.abort();
  };
}

/** The buttons that can be reached, without those of menus and panels that drop from them. */
function stopsOf(bar: HTMLElement): HTMLElement[] {
  return [...bar.querySelectorAll<HTMLElement>("button:not(:disabled)")].filter(
    (button) =>
      button.closest("[popover]") === bar.closest("[popover]") && button.checkVisibility(),
  );
}

function pressKey(press: KeyboardEvent, bar: HTMLElement): void {
  if (press.ctrlKey || press.altKey || press.metaKey || press.shiftKey) return;
  const stops = stopsOf(bar);
  const at = stops.findIndex((stop) => stop === press.target);
  if (at < 0) return;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[press.key];
  if (to === undefined) return;
  press.preventDefault();
  stops.at(to % stops.length)?.focus();
}
