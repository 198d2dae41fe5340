/** An axis of parallel coordinates with its ticks, and the brush that is dragged along it. */
import { useRef } from "preact/hooks";
import { commitHistory } from "../../../state/address/url-state";
import { tickTexts } from "../model/tick-texts";
import * as view from "../options/tab-options";
import {
  axisHeight,
  brushStretches,
  type DrawnAxis,
  placeAt,
  placeY,
  TOP,
} from "./parallel-geometry";

/** A shorter drag is a click, which removes the brush. */
const MIN_DRAG_PX = 4;
const GRIP_PX = 30;

/** Where a pointer stands in the drawing, in pixels from its top. */
function pointerY(input: PointerEvent): number {
  const { currentTarget } = input;
  const svg = currentTarget instanceof SVGElement ? currentTarget.ownerSVGElement : null;
  return input.clientY - (svg?.getBoundingClientRect().top ?? 0);
}

function useBrushDrag({ column, axis }: DrawnAxis, height: number) {
  const start = useRef<number | null>(null);
  const move = (input: PointerEvent) => {
    const from = start.current;
    if (from === null) return;
    const y = pointerY(input);
    if (Math.abs(y - from) < MIN_DRAG_PX) return;
    const places = [placeAt(from, height), placeAt(y, height)];
    view.moveBrush(column.key, axis.covered(Math.min(...places), Math.max(...places)));
  };
  return {
    onPointerDown: (input: PointerEvent) => {
      if (input.button !== 0 || !(input.currentTarget instanceof Element)) return;
      input.currentTarget.setPointerCapture(input.pointerId);
      start.current = pointerY(input);
    },
    onPointerMove: move,
    onPointerUp: (input: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (from === null) return;
      if (Math.abs(pointerY(input) - from) < MIN_DRAG_PX) view.setBrush(column.key, null);
      else commitHistory();
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}

interface AxisLinesProps {
  readonly drawn: DrawnAxis;
  readonly height: number;
  /** How many letters of a word there is room for beside the axis. */
  readonly letters: number;
}

export function AxisLines({ drawn, height, letters }: AxisLinesProps) {
  const { column, axis, x } = drawn;
  const drag = useBrushDrag(drawn, height);
  const brush = view.brushes.value.get(column.key);
  const texts = tickTexts(axis.ticks, column, letters);
  return (
    <g class="hparams-parallel-axis">
      <line x1={x} x2={x} y1={TOP} y2={TOP + axisHeight(height)} />
      {axis.ticks.map(({ place, value }, at) => (
        <g key={String(value)}>
          <line x1={x - 4} x2={x + 4} y1={placeY(place, height)} y2={placeY(place, height)} />
          <text
            class="hparams-parallel-tick"
            x={x - 7}
            y={placeY(place, height) + 4}
            text-anchor="end"
          >
            {texts[at]}
          </text>
        </g>
      ))}
      {brush !== undefined &&
        brushStretches(drawn, brush, height).map((stretch) => (
          <rect
            key={stretch.y}
            class="hparams-parallel-brush"
            x={x - 8}
            width={16}
            y={stretch.y}
            height={stretch.height}
            rx={3}
          />
        ))}
      <rect
        class="hparams-parallel-grip"
        x={x - GRIP_PX / 2}
        width={GRIP_PX}
        y={0}
        height={TOP + axisHeight(height) + TOP}
        {...drag}
      />
    </g>
  );
}
