/** What can be exported of a graph, as the items of a menu. */
import type { ReadonlySignal } from "@preact/signals";
import type { Graph } from "../../../api/types";
import { boot } from "../../../state/base/boot";
import { showToast } from "../../../state/base/toasts";
import { MenuGroup, MenuItem, MenuRadio } from "../../../ui/popover/menu-button";
import type { ExportArea } from "../options/panels";
import type { ColourSession } from "../overlays/colour/colour-session";
import type { GraphSession } from "../session/graph-session";
import { useOptions, useSession } from "../session/session-context";
import type { Viewport } from "../viewport/viewport";
import type { DataForm, ExportSource, PictureForm } from "./export-actions";
import type { Part } from "./export-area";
import * as messages from "./messages";

export interface ExportItemsProps {
  readonly graph: Graph;
  readonly viewport: ReadonlySignal<Viewport | null>;
  readonly colouring: ColourSession;
}

const PNG_SCALES = [1, 2, 3, 4] as const;

export function ExportItems(props: ExportItemsProps) {
  const session = useSession();
  const { panels, selectedNode } = session.options;
  const node = session.scene.value?.boxByName.get(selectedNode.value)?.node;
  const chosen = panels.exportArea.value;
  const kind = chosen === "scope" && node === undefined ? "all" : chosen;
  const picture = (form: PictureForm) => () => {
    const source = findSource(session, props, kind);
    if (source !== undefined) void act(({ exportPicture }) => exportPicture(source, form));
  };
  const data = (form: "dot" | "json") => () => {
    const source = findSource(session, props, kind);
    if (source !== undefined) void act(({ exportView }) => exportView(source, form));
  };
  return (
    <>
      <MenuGroup title={messages.area}>
        <Choice kind="all" now={kind} text={messages.wholeGraph} />
        <Choice kind="view" now={kind} text={messages.visibleArea} />
        <Choice
          kind="scope"
          now={kind}
          text={node === undefined ? messages.selectedNode : messages.onlyNode(node.label)}
          disabled={node === undefined}
        />
      </MenuGroup>
      <MenuGroup title={messages.image}>
        <MenuItem onChoose={picture("svg")}>{messages.svgVector}</MenuItem>
        {PNG_SCALES.map((scale) => (
          <MenuItem key={scale} onChoose={picture(scale)}>
            {messages.pngAt(scale)}
          </MenuItem>
        ))}
        <MenuItem onChoose={picture("print")}>{messages.print}</MenuItem>
      </MenuGroup>
      <MenuGroup title={messages.dataOfDrawing}>
        <MenuItem onChoose={data("dot")}>{messages.dotGraphviz}</MenuItem>
        <MenuItem onChoose={data("json")}>{messages.jsonCoordinates}</MenuItem>
      </MenuGroup>
      <Logged graph={props.graph} scope={node?.expandable ? node.name : ""} label={node?.label} />
    </>
  );
}

interface ChoiceProps {
  readonly kind: ExportArea;
  readonly now: ExportArea;
  readonly text: string;
  readonly disabled?: boolean;
}

function Choice({ kind, now, text, disabled }: ChoiceProps) {
  const { panels } = useOptions();
  const choose = (): void => {
    panels.exportArea.value = kind;
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
  const logged = (form: DataForm) => () =>
    void act(({ exportLogged }) => exportLogged(graph, scope, form));
  const title = scope === "" || label === undefined ? messages.allOps : messages.allOpsOf(label);
  return (
    <MenuGroup title={title}>
      <MenuItem onChoose={logged("dot")}>DOT</MenuItem>
      <MenuItem onChoose={logged("graphml")}>{messages.graphml}</MenuItem>
      <MenuItem onChoose={logged("gexf")}>{messages.gexfGephi}</MenuItem>
      <MenuItem onChoose={logged("json")}>JSON</MenuItem>
      <MenuItem onChoose={logged("pbtxt")}>{messages.textGraphDef}</MenuItem>
    </MenuGroup>
  );
}

/** The code of the exports comes with the first. */
async function act(run: (actions: typeof import("./export-actions")) => unknown): Promise<void> {
  try {
    await run(await import("./export-actions"));
  } catch {
    showToast(messages.exportFailed);
  }
}

/** What is drawn now, whatever is by the time it is exported; undefined while nothing is. */
function findSource(
  { options, scene: shown, services }: GraphSession,
  { graph, viewport: shared, colouring }: ExportItemsProps,
  kind: ExportArea,
): ExportSource | undefined {
  const [viewport, scene] = [shared.peek(), shown.peek()];
  if (viewport === null || scene === null) return undefined;
  const { legend } = colouring.colours.peek();
  const part = partOf(kind, viewport, options.selectedNode.peek());
  const by = options.colour.by.peek();
  return { graph, scene, part, by, legend, measure: services.measure };
}

function partOf(kind: ExportArea, viewport: Viewport, selected: string): Part {
  if (kind === "view")
    return { kind, camera: viewport.camera.peek(), size: viewport.viewSize.peek() };
  return kind === "scope" ? { kind, name: selected } : { kind };
}
