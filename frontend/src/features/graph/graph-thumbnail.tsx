/** A graph in little: its top level as the graph tab draws it, to look at and not to use. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Graph } from "../../api/types";
import { appliedTheme } from "../../state/base/theme";
import { addressOptions } from "./options/address-options";
import { memoryOptions } from "./options/memory-options";
import { pageServices } from "./page-services";
import { CanvasRenderer } from "./render/canvas-renderer";
import { readPalette } from "./render/theme";
import { fitCamera } from "./scene/camera";
import { NO_HIGHLIGHT } from "./scene/highlight";
import type { MeasureText } from "./scene/node-size";
import type { Scene } from "./scene/scene";
import { graphKey } from "./session/displayed-graph";
import { GraphSession } from "./session/graph-session";
import "./render/theme.css";
import "./graph-thumbnail.css";

/** A session with everything closed, drawn in the style of the tab and without what it hides. */
function startSession(graph: Graph): GraphSession {
  const { hiddenKinds, layout } = addressOptions();
  const style = layout.style.peek();
  const options = memoryOptions({ hide: hiddenKinds.kinds.peek(), ...style });
  return new GraphSession(graph, options, pageServices);
}

function draw(canvas: HTMLCanvasElement, scene: Scene, measure: MeasureText): void {
  const size = { width: canvas.clientWidth, height: canvas.clientHeight };
  const renderer = new CanvasRenderer(canvas, measure);
  renderer.resize(size, devicePixelRatio);
  const camera = fitCamera(scene.worldBounds, size);
  renderer.draw({ scene, camera, emphasis: NO_HIGHLIGHT }, readPalette(canvas));
}

/** Empty where the graph cannot be drawn: the graph tab says why. */
export function GraphThumbnail({ graph }: { readonly graph: Graph }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const session = useMemo(() => startSession(graph), [graphKey(graph)]);
  useEffect(() => () => session.dispose(), [session]);
  const [scene, theme] = [session.scene.value, appliedTheme.value];
  useEffect(() => {
    const element = canvas.current;
    if (element === null || scene === null) return;
    const observer = new ResizeObserver(() => draw(element, scene, session.services.measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scene, theme]);
  return <canvas class="graph-thumbnail-canvas" ref={canvas} />;
}
