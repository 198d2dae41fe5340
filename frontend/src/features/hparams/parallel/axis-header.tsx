/** The name above an axis: dragged to move it, pressed for what else can be done with it. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { ShortName } from "../../../lib/lists/shortener";
import { NameText } from "../../../ui/controls/name-text";
import { ContextMenu } from "../../../ui/popover/context-menu";
import * as messages from "../messages";
import type { SessionTable } from "../model/session-table";
import * as view from "../options/tab-options";
import { AxisMenu } from "./axis-menu";
import {
  type DrawnAxis,
  dropIndex,
  HEAD_ROW_PX,
  headRow,
  headWidth,
  movedTo,
} from "./parallel-geometry";

const MIN_DRAG_PX = 6;

interface AxisHeaderProps {
  readonly axes: readonly DrawnAxis[];
  readonly at: number;
  /** What the axis is called among the others. */
  readonly short: ShortName;
  readonly table: SessionTable;
}

function keysOf(axes: readonly DrawnAxis[]): string[] {
  return axes.map(({ column }) => column.key);
}

/** How far the name has been dragged, and what to do with it then. */
function useMoveDrag(axes: readonly DrawnAxis[], at: number, press: (input: PointerEvent) => void) {
  const moved = useSignal<number | null>(null);
  const start = useRef<number | null>(null);
  const { column, x } = axes[at] as DrawnAxis;
  return {
    moved,
    handlers: {
      onPointerDown: (input: PointerEvent) => {
        if (input.button !== 0 || !(input.currentTarget instanceof Element)) return;
        input.currentTarget.setPointerCapture(input.pointerId);
        start.current = input.clientX;
      },
      onPointerMove: (input: PointerEvent) => {
        if (start.current === null) return;
        const by = input.clientX - start.current;
        if (moved.value !== null || Math.abs(by) >= MIN_DRAG_PX) moved.value = by;
      },
      onPointerUp: (input: PointerEvent) => {
        const by = moved.value;
        start.current = null;
        moved.value = null;
        if (by === null) press(input);
        else
          view.showColumns(movedTo(keysOf(axes), column.key, dropIndex(axes, column.key, x + by)));
      },
      onPointerCancel: () => {
        start.current = null;
        moved.value = null;
      },
    },
  };
}

export function AxisHeader({ axes, at, short }: AxisHeaderProps) {
  const { column, x } = axes[at] as DrawnAxis;
  const menu = useSignal<{ x: number; y: number } | null>(null);
  const openAt = (element: Element) => {
    const { left, bottom } = element.getBoundingClientRect();
    menu.value = { x: left, y: bottom + 4 };
  };
  const { moved, handlers } = useMoveDrag(axes, at, ({ currentTarget }) => {
    if (currentTarget instanceof Element) openAt(currentTarget);
  });
  const scale = view.scaleOf(column);
  const row = headRow(axes, at);
  return (
    <>
      <button
        type="button"
        class={`hparams-axis-head${moved.value === null ? "" : " moving"}${row > 0 ? " upper" : ""}`}
        style={{
          left: `${x + (moved.value ?? 0)}px`,
          bottom: `${row * HEAD_ROW_PX}px`,
          maxWidth: `${headWidth(axes, at)}px`,
        }}
        aria-haspopup="menu"
        aria-expanded={menu.value !== null}
        data-tooltip={messages.axisTitle(column.title)}
        {...handlers}
        onKeyDown={(press) => {
          if (press.key !== "Enter" && press.key !== " ") return;
          press.preventDefault();
          openAt(press.currentTarget);
        }}
      >
        <NameText {...short} full={null} />
        {scale !== "linear" && <span class="hparams-axis-scale"> {scale}</span>}
      </button>
      {menu.value !== null && (
        <ContextMenu
          label={column.title}
          {...menu.value}
          onClose={() => {
            menu.value = null;
          }}
        >
          <AxisMenu column={column} keys={keysOf(axes)} />
        </ContextMenu>
      )}
    </>
  );
}
