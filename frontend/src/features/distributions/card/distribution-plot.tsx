/** The canvas of a card, and what stands under the pointer on it. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { countText } from "../../../lib/format/number";
import * as messages from "../messages";
import { valueRange } from "../plot/density";
import { paintFacets, paintPicked } from "../plot/draw-facet";
import { type Facet, isPicked } from "../plot/facet";
import type { Ink } from "../plot/pen";
import { type Reading, readingAt } from "./tooltip-text";

export interface Size {
  readonly width: number;
  readonly height: number;
}

const inks = new Map<string, Ink>();

/** The colours of a theme; asking the browser for them makes it lay out the page. */
export function inkOf(theme: string): Ink {
  const known = inks.get(theme);
  if (known !== undefined) return known;
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(name).trim();
  const ink = {
    text: value("--text"),
    faint: value("--text-faint"),
    grid: value("--grid"),
    surface: value("--surface"),
    warn: value("--warn"),
    font: value("--font"),
  };
  inks.set(theme, ink);
  return ink;
}

/** The size of an element, null until it is known. */
export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const read = () => setSize({ width: current.clientWidth, height: current.clientHeight });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** Makes a canvas as large as it is on the screen, and empty; null where there is none. */
function prepared(canvas: HTMLCanvasElement | null, size: Size): CanvasRenderingContext2D | null {
  const context = canvas?.getContext("2d") ?? null;
  if (canvas === null || context === null) return null;
  const ratio = Math.min(3, globalThis.devicePixelRatio || 1);
  canvas.width = Math.round(size.width * ratio);
  canvas.height = Math.round(size.height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

interface DistributionPlotProps {
  /** With nothing picked: drawn anew only when the data or its form changes. */
  readonly ground: readonly Facet[];
  /** The same with the steps that were picked. */
  readonly facets: readonly Facet[];
  readonly size: Size;
  readonly theme: string;
  readonly onRead: (reading: Reading | null) => void;
  /** The viewer pressed on a step. */
  readonly onChoose: (step: number) => void;
}

/** Fills its parent, whose size is passed in. The selected steps lie on a canvas above. */
export function DistributionPlot(props: DistributionPlotProps) {
  const { ground, facets, size, theme, onRead, onChoose } = props;
  const below = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const isFaded = isPicked(facets);
  useEffect(() => {
    const context = prepared(below.current, size);
    if (context !== null) paintFacets({ context, ink: inkOf(theme), isFaded }, ground);
  }, [ground, isFaded, size, theme]);
  useEffect(() => {
    const context = prepared(above.current, size);
    if (context !== null) paintPicked({ context, ink: inkOf(theme) }, facets);
  }, [facets, size, theme]);
  const readingUnder = (input: PointerEvent | MouseEvent) =>
    readingAt(facets, input.offsetX, input.offsetY);
  return (
    <>
      <canvas ref={below} class="distribution-canvas" />
      <canvas
        ref={above}
        class="distribution-canvas"
        onPointerMove={(input) => onRead(readingUnder(input))}
        onPointerDown={(input) => onRead(readingUnder(input))}
        onPointerLeave={() => onRead(null)}
        onClick={(input) => {
          const reading = readingUnder(input);
          if (reading !== null) onChoose(reading.step.step);
        }}
      />
    </>
  );
}

/** What is read when the pointer is elsewhere: how much there is. */
export function restText(facets: readonly Facet[]): string {
  const runs = facets.flatMap((facet) => facet.runs);
  const drawn = runs.reduce((sum, { data }) => sum + data.steps.length, 0);
  const logged = runs.reduce((sum, { data }) => sum + data.total, 0);
  const steps = drawn === logged ? countText(drawn) : messages.someOfSteps(drawn, logged);
  const message = facets[0]?.hasOwnValues ? messages.drawnStepsOwnAxes : messages.drawnSteps;
  return `${message(steps, logged)}${facets.some(isTrimmed) ? messages.outliersBeyond : ""}`;
}

/** Whether values lie beyond the axis. */
function isTrimmed({ runs, values }: Facet): boolean {
  const all = valueRange(
    runs.map(({ data }) => data),
    "whole",
  );
  return all.low < values.low || all.high > values.high;
}
