import { act, cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { IconButton } from "../controls/button";
import { Checkbox } from "../controls/checkbox";
import { Term } from "../controls/term";
import { startTooltips } from "./tooltip";

let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  stop = startTooltips();
});
afterEach(() => {
  cleanup();
  stop();
  vi.useRealTimers();
});

const user = () => userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
const bubble = () => document.getElementById("tooltip") as HTMLElement;

/** The text of the bubble; null while it is hidden. */
function shown(): string | null {
  return bubble().hasAttribute("data-popover-open") ? bubble().textContent : null;
}

function description(element: Element): string {
  const ids = (element.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}

function hover(target: Element, pointerType = "mouse"): void {
  fireEvent.pointerMove(target, { pointerType });
  fireEvent.pointerOver(target, { pointerType });
}

function rest(ms = 1000): void {
  act(() => void vi.advanceTimersByTime(ms));
}

function touch(target: Element, ms: number): void {
  fireEvent.pointerDown(target, { pointerType: "touch", clientX: 5, clientY: 5 });
  rest(ms);
  fireEvent.pointerUp(target, { pointerType: "touch" });
  fireEvent(target, new PointerEvent("click", { bubbles: true, pointerType: "touch" }));
}

function Page({ onPin = () => undefined }: { onPin?: () => void }) {
  return (
    <main>
      <IconButton icon="pin" label="Pin" shortcut="p" onClick={onPin} />
      <Checkbox label="Log" tooltip="Logarithmic axis" checked={false} onChange={() => undefined} />
      <Term explanation="Area under the curve">AUC</Term>
      <span data-tooltip="whole">whole</span>
      <span data-tooltip="a/long/name">name</span>
      <button type="button">plain</button>
    </main>
  );
}

it("shows what the pointer rests on, until it has left both", () => {
  render(<Page />);
  hover(screen.getByText("name"));
  rest(100);
  expect(shown()).toBeNull();
  rest();
  expect(shown()).toBe("a/long/name");
  hover(document.body);
  rest(50);
  hover(bubble());
  rest();
  expect(shown()).toBe("a/long/name");
  hover(document.body);
  rest();
  expect(shown()).toBeNull();
});

it("shows nothing for what a press has opened under the pointer, before that moves", () => {
  render(<Page />);
  const text = screen.getByText("name");
  fireEvent.pointerDown(screen.getByText("plain"), { pointerType: "mouse" });
  fireEvent.pointerOver(text, { pointerType: "mouse" });
  rest();
  expect(shown()).toBeNull();
  fireEvent.pointerMove(text, { pointerType: "mouse" });
  rest();
  expect(shown()).toBe("a/long/name");
});

it("shows one at a time", () => {
  render(<Page />);
  hover(screen.getByText("name"));
  rest();
  hover(screen.getByText("AUC"));
  rest();
  expect(shown()).toBe("Area under the curve");
  expect(document.querySelectorAll("[role=tooltip]")).toHaveLength(1);
});

it("shows nothing while a button is held, and nothing after a press", () => {
  render(<Page />);
  fireEvent.pointerOver(screen.getByText("name"), { pointerType: "mouse", buttons: 1 });
  rest();
  expect(shown()).toBeNull();
  hover(screen.getByRole("button", { name: "Pin" }));
  fireEvent.pointerDown(screen.getByRole("button", { name: "Pin" }), { pointerType: "mouse" });
  rest();
  expect(shown()).toBeNull();
});

it("repeats nothing that stands on the page in full", () => {
  render(<Page />);
  hover(screen.getByText("whole"));
  rest();
  expect(shown()).toBeNull();
});

it("shows what the Tab key leads to, and describes it", async () => {
  render(<Page />);
  const keys = user();
  await keys.tab();
  const pin = screen.getByRole("button", { name: "Pin" });
  expect(shown()).toBe("Pin (p)");
  expect(description(pin)).toBe("Pin (p)");
  await keys.tab();
  expect(shown()).toBe("Logarithmic axis");
  expect(description(screen.getByRole("checkbox"))).toBe("Logarithmic axis");
  expect(description(pin)).toBe("");
});

it("stops the Tab key at a text that is not in view in full, while it leads there", async () => {
  render(<Page />);
  const keys = user();
  act(() => screen.getByRole("button", { name: "AUC" }).focus());
  await keys.tab();
  const name = screen.getByText("name");
  expect(document.activeElement).toBe(name);
  expect(shown()).toBe("a/long/name");
  expect(description(name)).toBe("a/long/name");
  await keys.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "plain" }));
  expect(shown()).toBeNull();
  await keys.tab({ shift: true });
  expect(document.activeElement).toBe(name);
  act(() => screen.getByRole("button", { name: "AUC" }).focus());
  expect(document.querySelectorAll("span[tabindex]")).toHaveLength(0);
});

it("leaves to a row or a card the texts in it, until the focus is there", async () => {
  render(
    <main>
      <article data-stop="" tabIndex={-1}>
        <span data-tooltip="a/long/name">name</span>
      </article>
      <button type="button">last</button>
    </main>,
  );
  const keys = user();
  await keys.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "last" }));
  act(() => screen.getByRole("article").focus());
  await keys.tab();
  expect(shown()).toBe("a/long/name");
});

it("leaves to a widget with keys of its own what is in it", async () => {
  render(
    <div role="tree">
      <div role="treeitem" tabIndex={0}>
        <span data-tooltip="a/long/name">name</span>
      </div>
    </div>,
  );
  const keys = user();
  await keys.tab();
  await keys.tab();
  expect(shown()).toBeNull();
});

it("says of a long press that it has shown an explanation", () => {
  const explained: unknown[] = [];
  const record = ({ target }: Event) => explained.push(target);
  render(<Page />);
  const pin = screen.getByRole("button", { name: "Pin" });
  document.addEventListener("explained", record);
  touch(pin, 50);
  touch(screen.getByRole("button", { name: "plain" }), 1000);
  touch(pin, 1000);
  document.removeEventListener("explained", record);
  expect(explained).toEqual([pin]);
});

it("describes what a script gives the focus to, and shows nothing", () => {
  render(<Page />);
  const term = screen.getByRole("button", { name: "AUC" });
  act(() => term.focus());
  expect(shown()).toBeNull();
  expect(description(term)).toBe("Area under the curve");
});

it("hides with Escape, which is for nothing else then", async () => {
  const escapes: boolean[] = [];
  const record = ({ defaultPrevented }: KeyboardEvent) => escapes.push(defaultPrevented);
  render(<Page />);
  const keys = user();
  await keys.tab();
  document.addEventListener("keydown", record);
  await keys.keyboard("{Escape}");
  expect(shown()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Pin" }));
  await keys.keyboard("{Escape}");
  document.removeEventListener("keydown", record);
  expect(escapes).toEqual([false]);
});

it("shows a term that is pressed", () => {
  render(<Page />);
  fireEvent.click(screen.getByRole("button", { name: "AUC" }));
  expect(shown()).toBe("Area under the curve");
});

it("shows a control that a finger presses long, and does not press it", () => {
  const pinned = vi.fn();
  render(<Page onPin={pinned} />);
  const pin = screen.getByRole("button", { name: "Pin" });
  touch(pin, 1000);
  expect(shown()).toBe("Pin (p)");
  expect(pinned).not.toHaveBeenCalled();
  touch(pin, 50);
  expect(shown()).toBeNull();
  expect(pinned).toHaveBeenCalledOnce();
});

it("shows what a finger taps and a tap does not operate, until it taps elsewhere", () => {
  render(<Page />);
  touch(screen.getByText("name"), 50);
  expect(shown()).toBe("a/long/name");
  touch(document.body, 50);
  expect(shown()).toBeNull();
});

it("takes a drag of a finger for no long press", () => {
  render(<Page />);
  const pin = screen.getByRole("button", { name: "Pin" });
  fireEvent.pointerDown(pin, { pointerType: "touch", clientX: 5, clientY: 5 });
  fireEvent.pointerMove(pin, { pointerType: "touch", clientX: 5, clientY: 50 });
  rest();
  expect(shown()).toBeNull();
});

it("follows the text of its element", async () => {
  const { rerender } = render(<span data-tooltip="1 run">x</span>);
  hover(screen.getByText("x"));
  rest();
  rerender(<span data-tooltip="2 runs">x</span>);
  await act(async () => void (await vi.advanceTimersByTimeAsync(0)));
  expect(shown()).toBe("2 runs");
});
