/** The renderer of all meshes on the page: created for the first, disposed with the last. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import * as messages from "../messages";
import type { MeshRenderer } from "./mesh-renderer";

export interface OpenRenderer {
  readonly renderer: MeshRenderer;
  readonly Solid: typeof import("./mesh-renderer").Solid;
}

/** Counts how often the GPU lost all it had and got it back: everything is then drawn again. */
export const restored = signal(0);

let users = 0;
let opening: Promise<OpenRenderer> | null = null;

async function open(): Promise<OpenRenderer> {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2", { antialias: true });
  // Before three.js is loaded, which could do nothing either.
  if (context === null) throw new Error(messages.noWebgl);
  canvas.addEventListener("webglcontextrestored", () => {
    restored.value++;
  });
  const { MeshRenderer, Solid } = await import("./mesh-renderer");
  return { renderer: new MeshRenderer(canvas, context), Solid };
}

function release(): void {
  users--;
  if (users > 0) return;
  opening?.then(
    ({ renderer }) => renderer.dispose(),
    () => {},
  );
  opening = null;
}

/**
 * The renderer from the first `wanted` until the component is unmounted; null while it loads, an
 * error when there is none.
 */
export function useRenderer(wanted: boolean): OpenRenderer | Error | null {
  const [renderer, setRenderer] = useState<OpenRenderer | Error | null>(null);
  const [isWanted, setIsWanted] = useState(wanted);
  if (wanted && !isWanted) setIsWanted(true);
  useEffect(() => {
    if (!isWanted) return;
    let isReleased = false;
    const receive = (found: OpenRenderer | Error) => !isReleased && setRenderer(found);
    users++;
    opening ??= open();
    opening.then(receive, (cause: Error) => receive(cause));
    return () => {
      isReleased = true;
      release();
    };
  }, [isWanted]);
  return renderer;
}
