/** The canvas of a card, and what stands under the pointer on it. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { countText } from "../../lib/number-text";
import type { Brush, Ink } from "./brush";
import type { Facet } from "./facet";
import { paintFacets } from "./paint-facet";
import { type Reading, readingAt } from "./readout";

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

function draw(
  canvas: HTMLCanvasElement,
  { width, height }: Size,
  ink: Ink,
  facets: readonly Facet[],
) {
  const ratio = Math.min(3, globalThis.devicePixelRatio || 1);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const brush: Brush = { context, ink };
  paintFacets(brush, facets);
}

interface DistributionPlotProps {
  readonly facets: readonly Facet[];
  readonly size: Size;
  readonly theme: string;
  readonly onRead: (reading: Reading | null) => void;
  /** The viewer pressed on a step. */
  readonly onChoose: (step: number) => void;
}

/** Fills its parent, whose size it is told. */
export function DistributionPlot(props: DistributionPlotProps) {
  const { facets, size, theme, onRead, onChoose } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, size, inkOf(theme), facets);
  }, [facets, size, theme]);
  const readingUnder = (input: PointerEvent | MouseEvent) =>
    readingAt(facets, input.offsetX, input.offsetY);
  return (
    <canvas
      ref={canvas}
      class="distribution-canvas"
      onPointerMove={(input) => onRead(readingUnder(input))}
      onPointerDown={(input) => onRead(readingUnder(input))}
      onPointerLeave={() => onRead(null)}
      onClick={(input) => {
        const reading = readingUnder(input);
        if (reading !== null) onChoose(reading.step.step);
      }}
    />
  );
}

/** What is read when the pointer is elsewhere: how much there is. */
export function restText(facets: readonly Facet[]): string {
  const runs = facets.flatMap((facet) => facet.runs);
  const drawn = runs.reduce((sum, { data }) => sum + data.steps.length, 0);
  const logged = runs.reduce((sum, { data }) => sum + data.total, 0);
  const steps = drawn === logged ? countText(drawn) : `${countText(drawn)} of ${countText(logged)}`;
  return `${steps} ${logged === 1 ? "step" : "steps"} drawn; point at one for its values`;
}
