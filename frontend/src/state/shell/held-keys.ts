/**
 * Keys whose code is on its way. A key that needs it is held, with all that are pressed after it;
 * when the code is there, they are pressed again in their order, on what has the focus then.
 */

const held: KeyboardEvent[] = [];
let isLoading = false;
/** Whether what was held is being pressed again, and whether a key of it is just now. */
let isReplaying = false;
let isPressing = false;

/** Holds a key until its code is there; without the code, it and those behind it do nothing. */
export function holdKeys(press: KeyboardEvent, loading: Promise<unknown>): void {
  held.unshift(press);
  isLoading = true;
  loading.then(
    () => {
      isLoading = false;
      void replay();
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
async function replay(): Promise<void> {
  isReplaying = true;
  while (!isLoading) {
    const press = held.shift();
    if (press === undefined) break;
    isPressing = true;
    pressAgain(press);
    isPressing = false;
    await new Promise((drawn) => setTimeout(drawn));
  }
  isReplaying = false;
}

function pressAgain(press: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
  const isFree = target.dispatchEvent(new KeyboardEvent("keydown", press));
  if (isFree && isTextField(target)) edit(target, press);
}

/** Does what the browser does in a field with a key that a person presses. */
function edit(field: HTMLInputElement | HTMLTextAreaElement, press: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = press;
  const erases = key === "Backspace";
  // Control with Alt types characters on many keyboards.
  if (metaKey || (ctrlKey && !altKey)) {
    if (key === "a") field.select();
  } else if (erases || key.length === 1) {
    const end = field.selectionEnd ?? 0;
    const start = field.selectionStart ?? 0;
    const data = erases ? "" : key;
    field.setRangeText(data, erases && start === end && end > 0 ? end - 1 : start, end, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true, data }));
  }
}

function isTextField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLInputElement) {
    return !/^(checkbox|radio|range|button)$/.test(target.type);
  }
  return target instanceof HTMLTextAreaElement;
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
