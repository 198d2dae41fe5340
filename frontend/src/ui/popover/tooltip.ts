/**
 * Tooltips: one bubble for the page, which explains the element under the pointer, the finger or
 * the focus.
 *
 * An element has one with `data-tooltip`. The page listens once for all of them, so rows by the
 * thousand cost nothing. As WCAG 1.4.13 wants it, Escape hides the bubble, the pointer can move onto
 * it, and it stays until pointer and focus have left.
 *
 * - Pointer: after a short rest on the element, never while a button is held.
 * - Focus: at once where a key moved it. A menu or dialog that hands the focus back shows nothing.
 *   The Tab key stops also at a text whose explanation is not in view, such as a name cut off.
 * - Finger: by a long press on controls, by a tap on what a tap does not operate. Where a long press
 *   has another effect too, that one waits for `EXPLAINED`, which says that it is used up.
 *
 * The element in focus is described by the bubble in any case, shown or not. Where an element's own
 * text is the explanation, and in full view, there is nothing to add.
 */
import { EXPLAINED } from "./explained";
import { keepBeside } from "./position";
import "./tooltip.css";

const HOVER_MS = 400;
/** For the way of the pointer from the element to the bubble, or to the next element. */
const LEAVE_MS = 150;
const LONG_PRESS_MS = 500;
/** A finger that moves this far drags or scrolls. */
const DRAG_PX = 10;

const NAVIGATION = /^(Tab|Home|End|Arrow\w+|Page\w+)$/;
/** What a tap operates. A term is a button with no other effect than to explain itself. */
const CONTROLS =
  "a[href], button:not(.ui-term), input, select, textarea, label, summary, [role=treeitem], tr[tabindex]";

/** What takes the focus by itself. */
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
/**
 * Texts that only the Tab key can lead to. Arrows lead to what is in a widget; the cells of other
 * tables repeat what their head or the button of their row explains.
 */
const TEXTS = "[data-tooltip]:not(a, button, label, td)";
const EXPLAINED_OTHERWISE = "a, button, label, summary, [role=treegrid], [role=tree], [role=menu]";

type Cause = "pointer" | "focus" | "finger";

/** The element whose explanation holds at another element. */
function anchorOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tooltip]") : null;
}

function isCutOff({ clientWidth, clientHeight, scrollWidth, scrollHeight }: Element): boolean {
  return clientWidth > 0 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1);
}

/** Whether all of a text stands on the page already, as that of an element. */
function isInFullView(anchor: HTMLElement, text: string): boolean {
  if (anchor.textContent?.trim() !== text) return false;
  const around = [anchor.parentElement, anchor.parentElement?.parentElement];
  const boxes = [anchor, ...anchor.querySelectorAll("*"), ...around];
  return !boxes.some((box) => box instanceof Element && isCutOff(box));
}

/** Whether the Tab key stops at a text: what else has the focus does not explain it. */
function needsStop(text: HTMLElement): boolean {
  const explanation = text.dataset.tooltip ?? "";
  if (explanation === "" || text.matches(FOCUSABLE) || text.closest(EXPLAINED_OTHERWISE) !== null) {
    return false;
  }
  // In a card or a row that keys go to, once they are there.
  const around = text.closest("[data-stop]");
  if (around?.contains(document.activeElement) === false) return false;
  return text.querySelector(FOCUSABLE) === null && !isInFullView(text, explanation);
}

/** Where the bubble is: outside a modal dialog it takes no pointer, outside landmarks no reader. */
function landmarkOf(anchor: HTMLElement): Element {
  const around = anchor.closest("dialog[open]") ?? anchor.closest("main, aside");
  return around ?? anchor.closest("header") ?? document.body;
}

/** Follows an element while its tooltip is shown; returns how to stop. */
function watch(anchor: HTMLElement, onText: () => void, onLost: () => void): () => void {
  const text = new MutationObserver(onText);
  text.observe(anchor, { attributes: true, attributeFilter: ["data-tooltip"] });
  // Also for an element that is removed, or scrolls out of view within its panel.
  const sight = new IntersectionObserver(([latest]) => {
    if (latest?.isIntersecting === false) onLost();
  });
  sight.observe(anchor);
  return () => {
    text.disconnect();
    sight.disconnect();
  };
}

class Tooltips {
  private readonly bubble = document.createElement("div");
  /** The element that refers to the bubble, and its own descriptions. */
  private described: { readonly element: Element; readonly before: string | null } | null = null;
  private shown: { readonly anchor: HTMLElement; readonly cause: Cause } | null = null;
  private stopFollowing: () => void = () => undefined;
  /** Whether the pointer has moved since it was pressed. */
  private hasMoved = true;
  private pointed: HTMLElement | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Texts at which the Tab key that is down may stop, and the one at which the last has stopped. */
  private stops: readonly HTMLElement[] = [];
  /** Whether the key that is down moves the focus. */
  private isNavigating = false;
  /** Whether a long press has shown the bubble: the click that ends it presses nothing. */
  private wasLongPress = false;

  constructor() {
    this.bubble.id = "tooltip";
    this.bubble.className = "ui-tooltip";
    this.bubble.role = "tooltip";
    this.bubble.popover = "manual";
    document.body.append(this.bubble);
  }

  listen(signal: AbortSignal): void {
    const on = <K extends keyof DocumentEventMap>(
      type: K,
      handle: (input: DocumentEventMap[K]) => void,
    ): void => document.addEventListener(type, handle, { signal, capture: true });
    // Not for what a press has opened under the pointer, before that moves.
    on("pointerover", (input) => {
      if (this.hasMoved) this.point(input);
    });
    on("pointermove", (input) => {
      if (this.hasMoved) return;
      this.hasMoved = true;
      this.point(input);
    });
    on("pointerout", ({ relatedTarget }) => {
      if (relatedTarget === null) this.leave();
    });
    on("pointerdown", (input) => this.press(input));
    on("pointerup", () => clearTimeout(this.timer));
    on("pointercancel", () => clearTimeout(this.timer));
    on("click", (input) => this.click(input));
    on("focusin", ({ target }) => {
      this.removeStops(target);
      this.focus(target);
    });
    on("focusout", () => {
      if (this.shown?.cause === "focus") this.hide();
    });
    on("keydown", (press) => this.handleKey(press));
    on("keyup", () => {
      this.isNavigating = false;
    });
    // After the page's own listeners: one of them may have opened a menu at the finger.
    addEventListener("contextmenu", ({ defaultPrevented }) => defaultPrevented && this.hide(), {
      signal,
    });
    signal.addEventListener("abort", () => {
      this.hide();
      this.bubble.remove();
    });
  }

  private point({ target, pointerType, buttons }: PointerEvent): void {
    if (pointerType === "touch") return;
    if (this.bubble.contains(target as Node)) {
      clearTimeout(this.timer);
      return;
    }
    const anchor = anchorOf(target);
    if (anchor === null) this.leave();
    else if (anchor !== this.pointed) {
      this.pointed = anchor;
      clearTimeout(this.timer);
      if (buttons !== 0) return;
      const wait = this.shown === null ? HOVER_MS : LEAVE_MS;
      this.timer = setTimeout(() => this.show(anchor, "pointer"), wait);
    } else if (this.shown?.anchor === anchor) clearTimeout(this.timer);
  }

  private leave(): void {
    if (this.pointed === null && this.shown?.cause !== "pointer") return;
    this.pointed = null;
    clearTimeout(this.timer);
    if (this.shown?.cause === "pointer") this.timer = setTimeout(() => this.hide(), LEAVE_MS);
  }

  private press(input: PointerEvent): void {
    const { target, pointerType } = input;
    this.isNavigating = false;
    this.wasLongPress = false;
    this.hasMoved = false;
    if (this.bubble.contains(target as Node)) return;
    clearTimeout(this.timer);
    const anchor = anchorOf(target);
    if (anchor === null || anchor !== this.shown?.anchor || !anchor.matches(".ui-term"))
      this.hide();
    if (pointerType !== "touch" || anchor?.closest(CONTROLS) == null) return;
    const dragging = new AbortController();
    this.timer = setTimeout(() => {
      dragging.abort();
      this.show(anchor, "finger");
      this.wasLongPress = this.shown !== null;
      if (this.wasLongPress) anchor.dispatchEvent(new Event(EXPLAINED, { bubbles: true }));
    }, LONG_PRESS_MS);
    const { timer } = this;
    const stopWhenFar = ({ clientX, clientY }: PointerEvent): void => {
      if (Math.hypot(clientX - input.clientX, clientY - input.clientY) < DRAG_PX) return;
      clearTimeout(timer);
      dragging.abort();
    };
    document.addEventListener("pointermove", stopWhenFar, { signal: dragging.signal });
    document.addEventListener("pointerup", () => dragging.abort(), { signal: dragging.signal });
  }

  private click(input: MouseEvent): void {
    if (this.wasLongPress) {
      this.wasLongPress = false;
      input.preventDefault();
      input.stopPropagation();
      return;
    }
    const isMouse = input instanceof PointerEvent && input.pointerType === "mouse";
    const anchor = anchorOf(input.target);
    if (anchor === null || anchor.closest(CONTROLS) !== null) return;
    if (!isMouse || anchor.matches(".ui-term")) this.show(anchor, "finger");
  }

  private focus(target: EventTarget | null): void {
    const anchor = anchorOf(target);
    if (anchor !== null && this.isNavigating) this.show(anchor, "focus");
    else if (this.shown?.cause === "finger" && this.shown.anchor !== anchor) this.hide();
    else if (this.shown === null) this.describe(anchor);
  }

  private handleKey(press: KeyboardEvent): void {
    this.isNavigating = NAVIGATION.test(press.key);
    if (press.key === "Tab") this.addStops();
    if (press.key !== "Escape") return;
    clearTimeout(this.timer);
    if (this.shown === null) return;
    this.hide();
    // It has hidden the bubble, and is not for the dialog or the card below.
    press.preventDefault();
    press.stopPropagation();
  }

  /** As the key goes down: what is cut off depends on the room that texts have by then. */
  private addStops(): void {
    const found = [...document.querySelectorAll<HTMLElement>(TEXTS)].filter(needsStop);
    for (const text of found) text.tabIndex = 0;
    this.stops = [...this.stops, ...found];
  }

  private removeStops(focused: EventTarget | null): void {
    for (const text of this.stops) if (text !== focused) text.removeAttribute("tabindex");
    this.stops = this.stops.filter((text) => text === focused);
  }

  private show(anchor: HTMLElement, cause: Cause): void {
    this.hide();
    const text = anchor.dataset.tooltip ?? "";
    // A bubble would lie over what the element has opened.
    const isOpen = anchor.matches("[aria-haspopup][aria-expanded=true]");
    if (text === "" || isOpen || !anchor.isConnected || isInFullView(anchor, text)) return;
    landmarkOf(anchor).append(this.bubble);
    this.describe(anchor);
    this.shown = { anchor, cause };
    const stops = [
      keepBeside(this.bubble, anchor, "centre"),
      watch(
        anchor,
        () => this.show(anchor, cause),
        () => this.hide(),
      ),
    ];
    this.stopFollowing = () => {
      for (const stop of stops) stop();
    };
  }

  private hide(): void {
    clearTimeout(this.timer);
    if (this.shown === null) return;
    this.shown = null;
    this.stopFollowing();
    this.bubble.hidePopover();
    this.describe(anchorOf(document.activeElement));
  }

  /** Gives the bubble an element's text, and refers to it from what is in focus there. */
  private describe(anchor: HTMLElement | null): void {
    if (this.described !== null) {
      const { element, before } = this.described;
      if (before === null) element.removeAttribute("aria-describedby");
      else element.setAttribute("aria-describedby", before);
      this.described = null;
    }
    if (anchor === null) return;
    // It was removed with its landmark.
    if (!this.bubble.isConnected) document.body.append(this.bubble);
    const { activeElement } = document;
    const element = activeElement && anchor.contains(activeElement) ? activeElement : anchor;
    const text = anchor.dataset.tooltip ?? "";
    this.bubble.textContent = text;
    if (text === (element.getAttribute("aria-label") ?? element.textContent?.trim())) return;
    const before = element.getAttribute("aria-describedby");
    element.setAttribute("aria-describedby", `${before ?? ""} ${this.bubble.id}`.trim());
    this.described = { element, before };
  }
}

/** Shows the tooltips of the page; returns how to stop. */
export function startTooltips(): () => void {
  const listening = new AbortController();
  new Tooltips().listen(listening.signal);
  return () => listening.abort();
}
