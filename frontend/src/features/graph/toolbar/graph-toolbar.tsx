/** The line above the drawing. */
import type { ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Graph } from "../../../api/types";
import { percentText } from "../../../lib/format/number";
import { graphFacts, graphSize, graphTitle } from "../../../state/graphs/graph-title";
import { IconButton } from "../../../ui/controls/button";
import { Toolbar } from "../../../ui/controls/toolbar";
import * as messages from "../messages";
import { useOptions } from "../session/session-context";
import type { Viewport } from "../viewport/viewport";
import { GraphPicker } from "./graph-picker";
import { OpenFileButton } from "./open-file-button";
import "./graph-toolbar.css";

const BUTTON_ZOOM = 1.35;

interface GraphToolbarProps {
  readonly graphs: readonly Graph[];
  readonly graph: Graph;
  readonly viewport: ReadonlySignal<Viewport | null>;
  /** The menus. */
  readonly children: ComponentChildren;
}

export function GraphToolbar(props: GraphToolbarProps) {
  const { graphs, graph, viewport, children } = props;
  const { isOutlinePinned } = useOptions().panels;
  return (
    <Toolbar class="graph-toolbar" label={messages.graph}>
      <IconButton
        icon="panel-left"
        label={messages.outline}
        pressed={isOutlinePinned.value}
        onClick={() => {
          isOutlinePinned.value = !isOutlinePinned.value;
        }}
      />
      <GraphChoice graphs={graphs} graph={graph} />
      <OpenFileButton isIcon />
      <span class="graph-toolbar-space" />
      {children}
      <Zoom viewport={viewport} />
    </Toolbar>
  );
}

function Zoom({ viewport }: { viewport: ReadonlySignal<Viewport | null> }) {
  const scale = viewport.value?.scale.value ?? 1;
  const zoomBy = (factor: number) => () => viewport.peek()?.zoomBy(factor);
  const fit = () => viewport.peek()?.fit();
  return (
    <>
      <IconButton
        icon="minus"
        label={messages.zoomOut}
        shortcut="-"
        onClick={zoomBy(1 / BUTTON_ZOOM)}
      />
      <span class="graph-zoom">{zoomText(scale)}</span>
      <IconButton icon="plus" label={messages.zoomIn} shortcut="+" onClick={zoomBy(BUTTON_ZOOM)} />
      <IconButton icon="fit" label={messages.fitGraph} shortcut="0" onClick={fit} />
    </>
  );
}

/** With a decimal where a whole number would be 0. */
function zoomText(scale: number): string {
  return percentText(scale, scale < 0.01 ? 1 : 0);
}

function GraphChoice({ graphs, graph }: { graphs: readonly Graph[]; graph: Graph }) {
  if (graphs.length === 1) {
    return (
      <span class="graph-name" data-tooltip={graphFacts(graph)}>
        {graphTitle(graph)} <span>{graphSize(graph)}</span>
      </span>
    );
  }
  return <GraphPicker graphs={graphs} graph={graph} />;
}
