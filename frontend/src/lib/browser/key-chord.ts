/**
 * Keys as written in the shortcut sheet: `t`, `Shift+s`, `Escape`, `Alt+ArrowLeft`, or two in a
 * row: `g s`.
 */

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const LETTER = /^\p{L}$/u;
/** With Alt alone they are for the page to take: the browser's own back and forward. */
const HORIZONTAL = /^Arrow(Left|Right)$/;

/** The chord of one press, Command counting as Control; null when it belongs to the browser or the system. */
export function chordOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (altKey && !ctrlKey && !metaKey && !shiftKey && HORIZONTAL.test(key)) return `Alt+${key}`;
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "z") {
    return shiftKey ? "Ctrl+Shift+z" : "Ctrl+z";
  }
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "k") return "Ctrl+k";
  if (ctrlKey || metaKey || altKey) return null;
  // The first is the key of context menus, on keyboards without one of their own.
  if (shiftKey && (key === "F10" || key === "Enter")) return `Shift+${key}`;
  if (shiftKey && key === " ") return "Shift+Space";
  if (shiftKey && HORIZONTAL.test(key)) return `Shift+${key}`;
  if (LETTER.test(key)) return shiftKey ? `Shift+${key.toLowerCase()}` : key.toLowerCase();
  if (key === " ") return "Space";
  // Punctuation such as ? needs Shift on some keyboards and not on others.
  return key;
}

const CAPS = new Map([
  ["Escape", "Esc"],
  ["ArrowUp", "↑"],
  ["ArrowDown", "↓"],
  ["ArrowLeft", "←"],
  ["ArrowRight", "→"],
]);

/** What stands on the keys, chord by chord: `Shift+s` is [Shift, s], and `+` is itself. */
export function keyCaps(keys: string): string[][] {
  return keys.split(" ").map((chord) => chord.split(/\+(?=.)/).map((key) => CAPS.get(key) ?? key));
}

/** Whether the chord is typed as a character, so that speech input can press it by accident. */
export function isCharacter(keys: string): boolean {
  return keys.split(" ").some((chord) => chord.replace(/^Shift\+/, "").length === 1);
}
