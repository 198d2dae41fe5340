/** The menu with everything that can be taken away. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Graph } from "../../../api/types";
import { boot } from "../../../state/base/boot";
import { type Shortcut, useShortcuts } from "../../../state/shell/shortcuts";
import { MenuButton, MenuGroup, MenuItem, MenuRadio } from "../../../ui/popover/menu-button";
import { colourBy } from "../options/colour-by";
import { selectedNode } from "../options/expansion";
import type { Colouring } from "../overlays/colour/colour-session";
import type { MeasureText } from "../scene/node-size";
import type { GraphView } from "../session/graph-session";
import type { Stage } from "../viewport/viewport";
import { explainColours } from "./colour-legend";
import { type PictureForm, type Taken, takeLogged, takePicture, takeView } from "./export-actions";
import type { Part } from "./export-area";

interface ExportMenuProps {
  readonly graph: Graph;
  readonly view: GraphView;
  readonly stage: ReadonlySignal<Stage | null>;
  readonly colouring: Colouring;
  readonly measure: MeasureText;
}

const isOpen = signal(false);
/** What the pictures and the data of the view are of; it holds for the next time too. */
const chosen = signal<Part["kind"]>("all");

const PNG_SCALES = [1, 2, 3, 4] as const;

export function ExportMenu(props: ExportMenuProps) {
  useShortcuts(SHORTCUTS);
  const node = props.view.scene.value?.boxByName.get(selectedNode.value)?.node;
  const kind = chosen.value === "scope" && node === undefined ? "all" : chosen.value;
  const picture = (form: PictureForm) => () => {
    const taken = findTaken(props, kind);
    if (taken !== undefined) void takePicture(taken, form);
  };
  return (
    <MenuButton icon="download" label="Export" shortcut="e" isOpen={isOpen}>
      <MenuGroup title="What of the drawing">
        <Choice kind="all" now={kind} text="All of it" />
        <Choice kind="view" now={kind} text="What is in view" />
        <Choice
          kind="scope"
          now={kind}
          text={node === undefined ? "The selected node" : `Only ${node.label}`}
          disabled={node === undefined}
        />
      </MenuGroup>
      <MenuGroup title="Picture">
        <MenuItem onChoose={picture("svg")}>SVG, sharp at every size</MenuItem>
        {PNG_SCALES.map((scale) => (
          <MenuItem key={scale} onChoose={picture(scale)}>{`PNG at ${scale}×`}</MenuItem>
        ))}
        <MenuItem onChoose={picture("print")}>Print, or save as PDF</MenuItem>
      </MenuGroup>
      <MenuGroup title="Data of the drawing">
        <MenuItem onChoose={() => view(props, kind, "dot")}>DOT, for Graphviz</MenuItem>
        <MenuItem onChoose={() => view(props, kind, "json")}>JSON, with places</MenuItem>
      </MenuGroup>
      <Logged graph={props.graph} scope={node?.expandable ? node.name : ""} label={node?.label} />
    </MenuButton>
  );
}

interface ChoiceProps {
  readonly kind: Part["kind"];
  readonly now: Part["kind"];
  readonly text: string;
  readonly disabled?: boolean;
}

function Choice({ kind, now, text, disabled }: ChoiceProps) {
  const choose = (): void => {
    chosen.value = kind;
  };
  return (
    <MenuRadio isChosen={kind === now} disabled={disabled ?? false} onChoose={choose}>
      {text}
    </MenuRadio>
  );
}

/** What was logged, whatever is open: of the whole graph, or of the selected scope. */
function Logged({
  graph,
  scope,
  label,
}: {
  graph: Graph;
  scope: string;
  label?: string | undefined;
}) {
  if (boot.report !== null) return null;
  const title = scope === "" ? "All ops of the graph" : `All ops of ${label}`;
  return (
    <MenuGroup title={title}>
      <MenuItem onChoose={() => takeLogged(graph, scope, "dot")}>DOT</MenuItem>
      <MenuItem onChoose={() => takeLogged(graph, scope, "json")}>JSON</MenuItem>
      <MenuItem onChoose={() => takeLogged(graph, scope, "pbtxt")}>Text GraphDef</MenuItem>
    </MenuGroup>
  );
}

function view(props: ExportMenuProps, kind: Part["kind"], form: "dot" | "json"): void {
  const taken = findTaken(props, kind);
  if (taken !== undefined) takeView(taken, form);
}

/** Undefined while nothing is drawn. */
function findTaken(props: ExportMenuProps, kind: Part["kind"]): Taken | undefined {
  const { graph, measure } = props;
  const stage = props.stage.peek();
  const scene = props.view.scene.peek();
  if (stage === null || scene === null) return undefined;
  const colours = explainColours(colourBy.peek(), props.colouring.colours.peek().legend);
  return { graph, scene, part: partOf(kind, stage), colours, measure };
}

function partOf(kind: Part["kind"], stage: Stage): Part {
  if (kind === "view") return { kind, camera: stage.camera.peek(), size: stage.viewSize.peek() };
  return kind === "scope" ? { kind, name: selectedNode.peek() } : { kind };
}

const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: "e",
    label: "Export: picture or data",
    group: "Graph",
    run: () => {
      isOpen.value = true;
    },
  },
];
