/**
 * Keys whose code is on its way. A key that needs it is held, with all that are pressed after it;
 * when the code is there, they are pressed again in their order, where they were pressed, or where
 * one of them has moved the focus to.
 */
import { isTextField } from "../../lib/browser/text-field";
import type { pressAgain as PressAgain } from "./press-again";

const held: KeyboardEvent[] = [];
let isLoading = false;
/** Whether what was held is being pressed again, and whether a key of it is just now. */
let isReplaying = false;
let isPressing = false;

/** Holds a key until its code is there; without the code, it and those behind it do nothing. */
export function holdKeys(press: KeyboardEvent, loading: Promise<unknown>): void {
  held.unshift(press);
  isLoading = true;
  Promise.all([import("./press-again"), loading]).then(
    ([{ pressAgain }]) => {
      isLoading = false;
      void replay(pressAgain);
    },
    () => {
      isLoading = false;
      held.length = 0;
    },
  );
}

/** Holds a key where an earlier one is held and no control takes it; returns whether it did. */
export function holdBehind(press: KeyboardEvent): boolean {
  if (isPressing || held.length === 0 || isOnControl(press.target)) return false;
  held.push(press);
  return true;
}

/**
 * Holds a key that comes while earlier ones are pressed again, also in the field that one of these
 * opened: it would get there before the others. Returns whether it did. Once no other is held, a
 * field has its keys at once, from the browser.
 */
export function holdWhileReplaying(press: KeyboardEvent): boolean {
  if (!isReplaying || isPressing) return false;
  if (held.length === 0 && isTextField(press.target)) return false;
  held.push(press);
  return true;
}

/** A key may open the field that the next ones are typed into: each waits until that is drawn. */
async function replay(pressAgain: typeof PressAgain): Promise<void> {
  const focused = document.activeElement;
  isReplaying = true;
  while (!isLoading) {
    const press = held.shift();
    if (press === undefined) break;
    isPressing = true;
    pressAgain(press, focused);
    isPressing = false;
    await new Promise((drawn) => setTimeout(drawn));
  }
  isReplaying = false;
}

/** Whether characters are for the element that has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  if (isTextField(target)) return true;
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("select"));
}

function isOnControl(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("a, button, input, select, textarea") !== null
  );
}
