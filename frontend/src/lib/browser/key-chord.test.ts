import { expect, it } from "vitest";
import { chordOf, isCharacter, keyCaps } from "./key-chord";

const press = (
  key: string,
  held: Partial<Record<"shiftKey" | "ctrlKey" | "metaKey" | "altKey", boolean>> = {},
) => chordOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });

it("names letters with Shift, and marks as they are typed", () => {
  expect(press("t")).toBe("t");
  expect(press("S", { shiftKey: true })).toBe("Shift+s");
  expect(press("T")).toBe("t");
  expect(press("?", { shiftKey: true })).toBe("?");
  expect(press("Escape")).toBe("Escape");
  expect(press(" ")).toBe("Space");
  expect(press(" ", { shiftKey: true })).toBe("Shift+Space");
});

it("leaves what belongs to the browser alone", () => {
  expect(press("f", { ctrlKey: true })).toBeNull();
  expect(press("c", { metaKey: true })).toBeNull();
  expect(press("ArrowLeft", { ctrlKey: true })).toBeNull();
  expect(press("ArrowUp", { altKey: true })).toBeNull();
  expect(press("ArrowLeft", { altKey: true, shiftKey: true })).toBeNull();
});

it("names back and forward, which the page has of its own", () => {
  expect(press("ArrowLeft", { altKey: true })).toBe("Alt+ArrowLeft");
  expect(press("ArrowRight", { altKey: true })).toBe("Alt+ArrowRight");
});

it("names the palette's, with Command as with Control", () => {
  expect(press("k", { ctrlKey: true })).toBe("Ctrl+k");
  expect(press("K", { metaKey: true })).toBe("Ctrl+k");
  expect(press("k", { ctrlKey: true, shiftKey: true })).toBeNull();
  expect(isCharacter("Ctrl+k")).toBe(false);
});

it("names undo and redo, with Command as with Control, and the key of context menus", () => {
  expect(press("z", { ctrlKey: true })).toBe("Ctrl+z");
  expect(press("Z", { metaKey: true, shiftKey: true })).toBe("Ctrl+Shift+z");
  expect(press("z", { ctrlKey: true, altKey: true })).toBeNull();
  expect(press("F10", { shiftKey: true })).toBe("Shift+F10");
  expect(press("Enter", { shiftKey: true })).toBe("Shift+Enter");
  expect(press("ArrowLeft", { shiftKey: true })).toBe("Shift+ArrowLeft");
  expect(press("ArrowUp", { shiftKey: true })).toBe("ArrowUp");
  expect(["Ctrl+z", "Shift+F10"].filter(isCharacter)).toEqual([]);
});

it("knows the keys that type a character", () => {
  expect(["t", "Shift+s", "g s", "[", "Escape", "Enter"].filter(isCharacter)).toEqual([
    "t",
    "Shift+s",
    "g s",
    "[",
  ]);
});

it.each([
  ["+", [["+"]]],
  ["Shift++", [["Shift", "+"]]],
  ["Shift+s", [["Shift", "s"]]],
  ["g s", [["g"], ["s"]]],
  ["ArrowUp", [["↑"]]],
  ["Escape", [["Esc"]]],
  ["Alt+ArrowLeft", [["Alt", "←"]]],
])("shows %s as the caps of its keys", (keys, caps) => {
  expect(keyCaps(keys)).toEqual(caps);
});
