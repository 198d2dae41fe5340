/** What the pointer is on, in words beside it. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { keepBeside } from "../../../ui/popover/position";
import type { Hit } from "../scene/hit-test";
import { useOptions } from "../session/session-context";
import { tooltipText } from "./tooltip-text";

/** Half the size of the pointer, which stays in view. */
const POINTER_PX = 12;

export interface Pointed {
  readonly hit: Hit;
  /** Of the pointer in the window. */
  readonly x: number;
  readonly y: number;
}

export function HoverTip({ hit, x, y }: Pointed) {
  const tip = useRef<HTMLDivElement>(null);
  const text = tooltipText(hit, useOptions().marks.notes.value);
  useLayoutEffect(() => {
    if (tip.current === null) return;
    const pointer = new DOMRect(x, y - POINTER_PX, POINTER_PX, 2 * POINTER_PX);
    return keepBeside(tip.current, { getBoundingClientRect: () => pointer }, "start");
  }, [text, x, y]);
  return (
    <div class="graph-tip" popover="manual" ref={tip}>
      {text}
    </div>
  );
}
