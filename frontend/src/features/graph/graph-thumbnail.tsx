/** A graph in little: its top level as the graph tab draws it, to look at and not to use. */
import { signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { getScopes } from "../../api/resources";
import { appliedTheme } from "../../state/base/theme";
import { takeLayoutService } from "./layout/worker/spare-worker";
import { hiddenKinds } from "./options/hidden-kinds";
import { drawingStyle } from "./options/layout-options";
import { CanvasRenderer } from "./render/canvas-renderer";
import { measureText } from "./render/text-metrics";
import { readPalette } from "./render/theme";
import { fitCamera } from "./scene/camera";
import { NO_EMPHASIS } from "./scene/highlight";
import type { Scene } from "./scene/scene";
import { SceneMaker } from "./session/scene-builder";
import { drawingOf } from "./visible/layout-input";
import { visibleGraph } from "./visible/visible-graph";
import "./render/theme.css";
import "./graph-thumbnail.css";

/** Asks for the top level of a graph and has it laid out; returns how to give it up. */
function makeScene(graph: string, take: (scene: Scene) => void): () => void {
  const service = takeLayoutService();
  const maker = new SceneMaker(service, measureText);
  const stopTaking = maker.scene.subscribe((scene) => scene !== null && take(scene));
  let isWanted = true;
  const make = async (): Promise<void> => {
    const [top] = await getScopes(graph, [""], {});
    const visible = isWanted && visibleGraph((name) => (name === "" ? top : undefined), new Set());
    if (!visible) return;
    maker.make(drawingOf(visible.top, hiddenKinds.peek(), drawingStyle.peek()));
  };
  // Without it, there is still the number of nodes; the graph tab says what is wrong.
  make().catch(() => {});
  return () => {
    isWanted = false;
    stopTaking();
    service.dispose();
  };
}

function draw(canvas: HTMLCanvasElement, scene: Scene): void {
  const size = { width: canvas.clientWidth, height: canvas.clientHeight };
  const renderer = new CanvasRenderer(canvas, measureText);
  renderer.resize(size, devicePixelRatio);
  const camera = fitCamera(scene.worldBounds, size);
  renderer.draw({ scene, camera, emphasis: NO_EMPHASIS }, readPalette(canvas));
}

export function LittleGraph({ graph }: { readonly graph: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const made = useMemo(() => signal<Scene | null>(null), []);
  useEffect(() => {
    return makeScene(graph, (scene) => {
      made.value = scene;
    });
  }, [graph]);
  const [scene, theme] = [made.value, appliedTheme.value];
  useEffect(() => {
    const element = canvas.current;
    if (element === null || scene === null) return;
    const observer = new ResizeObserver(() => draw(element, scene));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scene, theme]);
  return <canvas class="little-graph-canvas" ref={canvas} />;
}
