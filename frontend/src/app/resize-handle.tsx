/** The run table's right edge: drag it, or move it with the arrow keys. */
import {
  MAX_RUN_TABLE_PX,
  MIN_RUN_TABLE_PX,
  resizeRunTable,
  runTableWidth,
} from "../state/shell/panels";
import * as messages from "./messages";

const KEY_STEP_PX = 20;

function startDrag(press: PointerEvent): void {
  const handle = press.currentTarget;
  if (!(handle instanceof HTMLElement)) return;
  const offset = runTableWidth.peek() - press.clientX;
  handle.setPointerCapture(press.pointerId);
  const move = (drag: PointerEvent) => resizeRunTable(drag.clientX + offset);
  handle.addEventListener("pointermove", move);
  handle.addEventListener(
    "lostpointercapture",
    () => handle.removeEventListener("pointermove", move),
    {
      once: true,
    },
  );
}

function handleArrow(press: KeyboardEvent): void {
  const step = { ArrowLeft: -KEY_STEP_PX, ArrowRight: KEY_STEP_PX }[press.key];
  if (step === undefined) return;
  press.preventDefault();
  resizeRunTable(runTableWidth.peek() + step);
}

export function ResizeHandle() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged or focused.
    <div
      class="app-resize-handle"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={messages.runTableWidth}
      aria-valuenow={runTableWidth.value}
      aria-valuemin={MIN_RUN_TABLE_PX}
      aria-valuemax={MAX_RUN_TABLE_PX}
      onPointerDown={startDrag}
      onKeyDown={handleArrow}
    />
  );
}
