import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { lateCode } from "../base/late-code";
import { addShortcuts, type Shortcut, startShortcuts } from "./shortcuts";

const group = "everywhere";
const BUBBLES = { bubbles: true, cancelable: true };
/** The first key that is held loads a module, which takes seconds on a busy machine. */
const PATIENCE = { timeout: 60_000 };
let acted: string[];
let stop: () => void;
let arrive: () => void;
let fail: () => void;

beforeAll(startShortcuts);

beforeEach(() => {
  acted = [];
  const code = lateCode(
    () =>
      new Promise((resolve, reject) => {
        arrive = () => resolve("code");
        fail = () => reject(new Error("no server"));
      }),
  );
  const act = (keys: string, run: () => unknown = () => acted.push(keys)): Shortcut => {
    return { keys, label: keys, group, run };
  };
  stop = addShortcuts([
    {
      ...act("j", () => acted.push(code.module.peek() === null ? "too early" : "j")),
      load: code.load,
    },
    act("k"),
    act("f", () => screen.getByRole("textbox").focus()),
  ]);
});

afterEach(() => {
  stop();
  cleanup();
});

/** Waits until these have acted: what was held is pressed again once its code and ours are there. */
const untilActed = (...keys: string[]) => waitFor(() => expect(acted).toEqual(keys), PATIENCE);

const nextTurn = () => new Promise((next) => setTimeout(next));

const untilReads = (field: HTMLInputElement, text: string) =>
  waitFor(() => expect(field.value).toBe(text), PATIENCE);

it("holds a key until its code is there, and those after it behind it", async () => {
  await userEvent.keyboard("jkj");
  expect(acted).toEqual([]);
  arrive();
  await untilActed("j", "k", "j");
  await userEvent.keyboard("jk");
  expect(acted).toEqual(["j", "k", "j", "j", "k"]);
});

it("types into the field that a held key opens", async () => {
  render(<input aria-label="Search" />);
  await userEvent.keyboard("jfab");
  expect(screen.getByRole("textbox")).not.toBe(document.activeElement);
  arrive();
  await untilReads(screen.getByRole("textbox"), "ab");
  expect(acted).toEqual(["j"]);
});

it("keeps the order of keys that come while those before are pressed again", async () => {
  const entered: string[] = [];
  const enter = ({ key, currentTarget }: KeyboardEvent) => {
    if (key === "Enter") entered.push((currentTarget as HTMLInputElement).value);
  };
  render(<input aria-label="Search" onKeyDown={enter} />);
  const field = screen.getByRole<HTMLInputElement>("textbox");
  await userEvent.keyboard("jfabcd");
  arrive();
  const typing = userEvent.setup({ delay: null });
  await nextTurn();
  while (document.activeElement !== field) await nextTurn();
  await typing.keyboard("e{Enter}");
  await untilReads(field, "abcde");
  expect(entered).toEqual(["abcde"]);
});

it("does in a field what the browser does with the keys that it held", async () => {
  render(<input aria-label="Search" defaultValue="older" />);
  const field = screen.getByRole<HTMLInputElement>("textbox");
  await userEvent.keyboard("jfab");
  const press = (key: string, modifiers: KeyboardEventInit = {}) =>
    field.dispatchEvent(new KeyboardEvent("keydown", { key, ...modifiers, ...BUBBLES }));
  const focused = new Promise((focused) => field.addEventListener("focus", focused));
  arrive();
  await focused;
  press("a", { ctrlKey: true });
  for (const key of ["x", "y", "z", "Backspace"]) press(key);
  press("@", { ctrlKey: true, altKey: true });
  press("c", { ctrlKey: true });
  await untilReads(field, "xy@");
});

it("leaves the keys of a field to the browser as soon as no other is held", async () => {
  render(<input aria-label="Search" defaultValue="older" />);
  const field = screen.getByRole<HTMLInputElement>("textbox");
  await userEvent.keyboard("jf");
  arrive();
  await new Promise((focused) => field.addEventListener("focus", focused));
  // As a program presses them, which waits for the focus and for nothing else.
  const chord = new KeyboardEvent("keydown", { key: "a", ctrlKey: true, ...BUBBLES });
  expect(field.dispatchEvent(chord)).toBe(true);
  await nextTurn();
  expect(field.value).toBe("older");
});

it("types no held key into a field that the viewer chose meanwhile", async () => {
  render(<input aria-label="Search" />);
  const field = screen.getByRole<HTMLInputElement>("textbox");
  await userEvent.keyboard("j");
  await userEvent.type(field, "k");
  expect(field.value).toBe("k");
  arrive();
  await untilActed("j");
  expect(field.value).toBe("k");
});

it("forgets what is held where the code cannot be had, and fetches it with the next key", async () => {
  await userEvent.keyboard("jk");
  fail();
  await nextTurn();
  expect(acted).toEqual([]);
  await userEvent.keyboard("k");
  expect(acted).toEqual(["k"]);
  await userEvent.keyboard("j");
  arrive();
  await untilActed("k", "j");
});
