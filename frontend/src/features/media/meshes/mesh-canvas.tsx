/** A mesh drawn in its tile: a drag or the arrows turn it, Ctrl and the wheel or + and − zoom. */
import type { Signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { MeshSample } from "../../../api/meshes";
import * as messages from "../messages";
import type { Sphere } from "./bounding-box";
import type { Solid } from "./mesh-renderer";
import { closer, type Orbit, turned } from "./orbit";
import { type OpenRenderer, restored } from "./shared-renderer";

const WHEEL_PX_PER_DOUBLING = 240;
/** Of a tile's width or height. */
const KEY_SHARE = 1 / 12;
const ZOOM_STEP = 1.25;
const KEYS: ReadonlyMap<string, (orbit: Orbit) => Orbit> = new Map([
  ["ArrowLeft", (orbit) => turned(orbit, -KEY_SHARE, 0)],
  ["ArrowRight", (orbit) => turned(orbit, KEY_SHARE, 0)],
  ["ArrowUp", (orbit) => turned(orbit, 0, -KEY_SHARE)],
  ["ArrowDown", (orbit) => turned(orbit, 0, KEY_SHARE)],
  ["+", (orbit) => closer(orbit, ZOOM_STEP)],
  ["=", (orbit) => closer(orbit, ZOOM_STEP)], // + without Shift
  ["-", (orbit) => closer(orbit, 1 / ZOOM_STEP)],
]);

interface MeshCanvasProps {
  readonly open: OpenRenderer;
  readonly mesh: MeshSample;
  readonly frame: Sphere;
  readonly colour: string;
  /** Null while the mesh is seen from its home. */
  readonly orbit: Signal<Orbit | null>;
  readonly home: Orbit;
  readonly width: number;
  readonly label: string;
  readonly onReset: () => void;
}

function useSolid({ Solid }: OpenRenderer, mesh: MeshSample): Solid {
  const solid = useMemo(() => new Solid(mesh), [Solid, mesh]);
  useEffect(() => () => solid.dispose(), [solid]);
  return solid;
}

function useOrbitInput(orbit: Signal<Orbit | null>, home: Orbit, onReset: () => void) {
  const change = (by: (from: Orbit) => Orbit): void => {
    orbit.value = by(orbit.peek() ?? home);
  };
  return {
    onWheel: (input: WheelEvent) => {
      if (!input.ctrlKey && !input.metaKey) return;
      input.preventDefault();
      change((from) => closer(from, 2 ** (-input.deltaY / WHEEL_PX_PER_DOUBLING)));
    },
    onPointerDown: (input: PointerEvent) => {
      (input.currentTarget as HTMLElement).setPointerCapture(input.pointerId);
    },
    onPointerMove: (input: PointerEvent) => {
      if (input.buttons === 0) return;
      const { clientWidth, clientHeight } = input.currentTarget as HTMLElement;
      const [dx, dy] = [input.movementX / clientWidth, input.movementY / clientHeight];
      change((from) => turned(from, dx, dy));
    },
    onKeyDown: (input: KeyboardEvent) => {
      if (input.ctrlKey || input.metaKey || input.altKey) return;
      const turn = KEYS.get(input.key);
      if (turn !== undefined) change(turn);
      else if (input.key === "0") onReset();
      else return;
      input.preventDefault();
      input.stopPropagation(); // the arrows go through the steps elsewhere
    },
    onDblClick: onReset,
  };
}

export function MeshCanvas(props: MeshCanvasProps) {
  const { open, mesh, frame, colour, orbit, home, width, label, onReset } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const solid = useSolid(open, mesh);
  const looked = orbit.value ?? home;
  const losses = restored.value;
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const { clientWidth, clientHeight } = context.canvas;
    const density = devicePixelRatio;
    context.canvas.width = Math.max(1, Math.round(clientWidth * density));
    context.canvas.height = Math.max(1, Math.round(clientHeight * density));
    open.renderer.draw(context, solid, { orbit: looked, frame, colour, density });
  }, [open, solid, looked, frame, colour, width, losses]);
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the keys of an application are its own
    <canvas
      ref={canvas}
      class="media-mesh-canvas"
      tabIndex={0}
      // Readers leave the keys to it.
      role="application"
      aria-label={label}
      data-tooltip={messages.meshHint}
      {...useOrbitInput(orbit, home, onReset)}
    />
  );
}
