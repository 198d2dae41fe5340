/**
 * The flags of comments on plots: buttons that show the text to a pointer, to keys and to readers,
 * and open it. The Tab key stops at them in the card that has the focus.
 */
import type { XAxis } from "../../../api/scalars";
import { type ChartAxes, partOf } from "../../../chart/axes/projection";
import { type CommentPlace, type Flag, flagsOn, shortList } from "./comment-places";
import type { StepComment } from "./comment-value";
import * as messages from "./messages";
import "./comments.css";

/** As wide as a flag is to be pressed. */
const FLAG_PX = 24;
/** Of a flag for many comments; pressed, it has a menu of all. */
const MOST_LINES = 8;

/** What is shown now. */
interface Flagged {
  readonly axis: XAxis;
  readonly places: readonly CommentPlace[];
  readonly lineOf: (comment: StepComment) => string;
}

let flagged: Flagged = { axis: "step", places: [], lineOf: ({ text }) => text };

/** What the flags of all plots are from their next drawing on. */
export function showFlags(next: Flagged): void {
  flagged = next;
}

type OnOpen = (comments: readonly StepComment[], flag: HTMLElement) => void;

const opens = new WeakMap<HTMLElement, () => void>();

/** Presses on a flag are none on the plot below it. */
function stop(input: Event): void {
  input.stopPropagation();
}

function addFlag(plot: HTMLElement): HTMLButtonElement {
  const flag = document.createElement("button");
  flag.type = "button";
  flag.className = "scalar-comment";
  for (const kind of ["pointerdown", "dblclick", "contextmenu"]) flag.addEventListener(kind, stop);
  flag.addEventListener("click", (input) => {
    stop(input);
    opens.get(flag)?.();
  });
  plot.append(flag);
  return flag;
}

function update(flag: HTMLElement, { left, comments }: Flag, onOpen: OnOpen): void {
  const lines = shortList(comments.map(flagged.lineOf), MOST_LINES);
  flag.style.transform = `translateX(${left - FLAG_PX / 2}px)`;
  flag.dataset.tooltip = lines.join("\n");
  flag.dataset.count = comments.length > 1 ? String(comments.length) : "";
  flag.ariaLabel = messages.flagName(lines, comments.length);
  opens.set(flag, () => onOpen(comments, flag));
}

/** Makes what puts the flags on a plot over an axis. */
export function flagPlacing(onOpen: OnOpen) {
  return (plot: HTMLElement, axes: ChartAxes, axis: XAxis): void => {
    const old = [...plot.querySelectorAll<HTMLElement>(":scope > .scalar-comment")];
    const places = axis === flagged.axis ? flagged.places : [];
    if (places.length + old.length === 0) return;
    const width = Number.parseFloat(plot.style.width);
    const flags = flagsOn(places, (at) => partOf(axes.x, at) * width, width, FLAG_PX);
    for (const [at, one] of flags.entries()) update(old[at] ?? addFlag(plot), one, onOpen);
    for (const flag of old.slice(flags.length)) flag.remove();
    stopAtFlags(plot);
  };
}

/** Lets the Tab key stop at the flags of the card that has the focus. */
function stopAtFlags(within: ParentNode): void {
  const card = document.activeElement?.closest(".scalar-card") ?? null;
  for (const flag of within.querySelectorAll<HTMLElement>(".scalar-comment")) {
    flag.tabIndex = card?.contains(flag) ? 0 : -1;
  }
}

/** Follows the focus; returns how to stop. */
export function followFocus(): () => void {
  const follow = () => stopAtFlags(document);
  document.addEventListener("focusin", follow);
  return () => document.removeEventListener("focusin", follow);
}
