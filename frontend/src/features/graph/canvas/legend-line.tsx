/** The legend: as much of it as one line has room for, and all of it in a panel. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { PANES } from "../options/comparison";
import { ChangeItems } from "../overlays/changes/change-legend";
import { ColourItems } from "../overlays/colour/colour-legend";
import type { ColourSession } from "../overlays/colour/colour-session";
import type { ProfiledStep } from "../overlays/profile/profiled-step";
import { StepSelect } from "../overlays/profile/step-select";
import { useSession } from "../session/session-context";
import { ShapeItems } from "./legend-shapes";
import * as messages from "./messages";
import "./legend.css";

interface LegendProps {
  readonly colouring: ColourSession;
}

/** Of two panes, each shows one graph, with what became of its nodes. */
function useIsComparison(): boolean {
  const { graph, options } = useSession();
  const { against, side } = options.comparison;
  return graph.before !== undefined || (against.value !== "" && side.value === PANES);
}

/** One line; entries without room in it are neither seen nor reached by keys. */
export function LegendLine({ colouring }: LegendProps) {
  const isComparison = useIsComparison();
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => clip(list.current));
  useLayoutEffect(() => {
    if (list.current === null) return undefined;
    const observer = new ResizeObserver(() => clip(list.current));
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  return (
    <ul class="graph-legend-line" ref={list}>
      {isComparison && <ChangeItems />}
      <ColourItems colouring={colouring} />
      <ShapeItems />
    </ul>
  );
}

/** Entries that wrapped into another line are out of sight; these must not take the focus. */
function clip(list: HTMLUListElement | null): void {
  const entries = [...(list?.children ?? [])] as HTMLElement[];
  const top = Math.min(...entries.map(({ offsetTop }) => offsetTop));
  const right = list === null ? 0 : list.offsetLeft + list.clientWidth;
  for (const entry of entries) {
    const isOut = entry.offsetTop > top || entry.offsetLeft + entry.offsetWidth > right + 1;
    entry.toggleAttribute("data-clipped", isOut);
  }
}

interface LegendPanelProps extends LegendProps {
  readonly measured: ProfiledStep;
  readonly hasStepSelect: boolean;
}

export function LegendPanel({ colouring, measured, hasStepSelect }: LegendPanelProps) {
  const isComparison = useIsComparison();
  const hasColours = colouring.colours.value.legend.kind !== "none";
  return (
    <div class="graph-legend-panel">
      {isComparison && (
        <section aria-label={messages.changes}>
          <h3>{messages.changes}</h3>
          <ul>
            <ChangeItems />
          </ul>
        </section>
      )}
      {hasColours && (
        <section aria-label={messages.colours}>
          <h3>{messages.colours}</h3>
          <ul>
            <ColourItems colouring={colouring} />
          </ul>
          {hasStepSelect && <StepSelect measured={measured} />}
        </section>
      )}
      <section aria-label={messages.shapesAndLines}>
        <h3>{messages.shapesAndLines}</h3>
        <ul>
          <ShapeItems />
        </ul>
      </section>
    </div>
  );
}
