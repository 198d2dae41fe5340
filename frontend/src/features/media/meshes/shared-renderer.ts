/** The stage that all meshes on the page share: made for the first, gone with the last. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import * as messages from "../messages";
import type { MeshStage } from "./mesh-renderer";

export interface OpenStage {
  readonly stage: MeshStage;
  readonly Solid: typeof import("./mesh-renderer").Solid;
}

/** Counts how often the GPU lost all it had and got it back: everything is then drawn again. */
export const restored = signal(0);

let users = 0;
let opening: Promise<OpenStage> | null = null;

async function open(): Promise<OpenStage> {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2", { antialias: true });
  // Before three.js is loaded, which could do nothing either.
  if (context === null) throw new Error(messages.noWebgl);
  canvas.addEventListener("webglcontextrestored", () => {
    restored.value++;
  });
  const { MeshStage, Solid } = await import("./mesh-renderer");
  return { stage: new MeshStage(canvas, context), Solid };
}

function release(): void {
  users--;
  if (users > 0) return;
  opening?.then(
    ({ stage }) => stage.dispose(),
    () => {},
  );
  opening = null;
}

/**
 * The stage from when it is first `wanted` until the component is gone; null while it loads, an
 * error when there is none.
 */
export function useStage(wanted: boolean): OpenStage | Error | null {
  const [stage, setStage] = useState<OpenStage | Error | null>(null);
  const [isWanted, setIsWanted] = useState(wanted);
  if (wanted && !isWanted) setIsWanted(true);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const take = (found: OpenStage | Error) => !isGone && setStage(found);
    users++;
    opening ??= open();
    opening.then(take, (cause: Error) => take(cause));
    return () => {
      isGone = true;
      release();
    };
  }, [isWanted]);
  return stage;
}
