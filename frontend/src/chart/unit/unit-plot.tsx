/** Curves between 0 and 1 on both axes, such as precision over recall. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { dashLengths } from "../../lib/colour/line-dashes";
import { curvePath, nearestPoint, type UnitCurve } from "./unit-curve";
import "./unit-plot.css";

/** The side of the square at first, in CSS pixels, until the page is laid out. */
const FIRST_SIDE = 320;
const LEAST_SIDE = 80;
const LEFT = 42;
const BELOW = 36;
const ABOVE = 10;
const TICKS = [0, 0.25, 0.5, 0.75, 1];
/** In units of the axes. */
const REACH = 0.08;

interface UnitPlotProps {
  readonly curves: readonly UnitCurve[];
  readonly xTitle: string;
  readonly yTitle: string;
  /** What the plot shows, for those who do not see it. */
  readonly summary: string;
  /** Draws the line of a classifier that knows nothing, from (0, 0) to (1, 1). */
  readonly hasDiagonal: boolean;
  /** The pointer is at this point of a curve. */
  readonly onPoint: (curve: string, index: number) => void;
}

/** Where a value stands on the picture, in CSS pixels. */
interface Place {
  readonly px: (x: number) => number;
  readonly py: (y: number) => number;
}

function placeIn(side: number): Place {
  return { px: (x) => LEFT + x * side, py: (y) => ABOVE + (1 - y) * side };
}

/** Texts and strokes are as large on a small plot as on a large one, so its side is measured. */
function useSide() {
  const svg = useRef<SVGSVGElement>(null);
  const [side, setSide] = useState(FIRST_SIDE);
  useLayoutEffect(() => {
    if (svg.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      if (width > 0) setSide(Math.max(LEAST_SIDE, Math.floor(width) - LEFT - ABOVE));
    });
    observer.observe(svg.current);
    return () => observer.disconnect();
  }, []);
  return { svg, side };
}

type GridProps = Pick<UnitPlotProps, "xTitle" | "yTitle"> & Place;

function Grid({ xTitle, yTitle, px, py }: GridProps) {
  return (
    <g class="chart-unit-grid">
      {TICKS.map((tick) => (
        <g key={tick}>
          <line x1={px(tick)} x2={px(tick)} y1={py(0)} y2={py(1)} />
          <line x1={px(0)} x2={px(1)} y1={py(tick)} y2={py(tick)} />
          <text x={px(tick)} y={py(0) + 14} text-anchor="middle">
            {tick}
          </text>
          <text x={px(0) - 6} y={py(tick) + 4} text-anchor="end">
            {tick}
          </text>
        </g>
      ))}
      <text class="unit-title" x={px(0.5)} y={py(0) + 30} text-anchor="middle">
        {xTitle}
      </text>
      <text
        class="unit-title"
        x={10}
        y={py(0.5)}
        text-anchor="middle"
        transform={`rotate(-90 10 ${py(0.5)})`}
      >
        {yTitle}
      </text>
    </g>
  );
}

function Mark({ curve, px, py }: { readonly curve: UnitCurve } & Place) {
  const { marked } = curve;
  const x = marked === null ? undefined : curve.x[marked];
  const y = marked === null ? undefined : curve.y[marked];
  if (x === undefined || y === undefined || Number.isNaN(x + y)) return null;
  return (
    <circle class="chart-unit-mark" cx={px(x)} cy={py(y)} r={4.5} style={{ fill: curve.colour }} />
  );
}

export function UnitPlot(props: UnitPlotProps) {
  const { curves, summary, hasDiagonal, onPoint } = props;
  const { svg, side } = useSide();
  const place = placeIn(side);
  const { px, py } = place;
  const point = (input: PointerEvent): void => {
    const box = svg.current?.getBoundingClientRect();
    if (box === undefined) return;
    const scale = box.width / (LEFT + side + ABOVE);
    const x = ((input.clientX - box.left) / scale - LEFT) / side;
    const y = 1 - ((input.clientY - box.top) / scale - ABOVE) / side;
    const found = nearestPoint(curves, x, y, REACH);
    if (found !== null) onPoint(found.key, found.index);
  };
  return (
    <svg
      ref={svg}
      class="chart-unit-plot"
      viewBox={`0 0 ${LEFT + side + ABOVE} ${ABOVE + side + BELOW}`}
      role="img"
      aria-label={summary}
      onPointerMove={point}
      onPointerDown={point}
    >
      <Grid {...props} {...place} />
      {hasDiagonal && (
        <line class="chart-unit-diagonal" x1={px(0)} y1={py(0)} x2={px(1)} y2={py(1)} />
      )}
      {curves.map((curve) => (
        <path
          key={curve.key}
          class="chart-unit-curve"
          d={curvePath(curve, px, py)}
          stroke-dasharray={dashLengths(curve.dash).join(" ")}
          style={{ stroke: curve.colour }}
        />
      ))}
      {curves.map((curve) => (
        <Mark key={curve.key} curve={curve} {...place} />
      ))}
    </svg>
  );
}
