import type { Camera } from "../options/camera";
import { mixCameras } from "../scene/camera";
import { easeOut, interpolateScenes } from "../scene/interpolate";
import type { Scene } from "../scene/scene";

/** How long opening and closing take, as in TensorBoard. */
const MOVE_MS = 250;

/** A move from one scene and camera to what is shown next; times are of `performance.now()`. */
export class SceneAnimation {
  constructor(
    private readonly from: Scene,
    private readonly fromCamera: Camera,
    private readonly startedAt: number,
  ) {}

  isOver(now: number): boolean {
    return this.progress(now) === 1;
  }

  cameraAt(now: number, to: Camera): Camera {
    return mixCameras(this.fromCamera, to, easeOut(this.progress(now)));
  }

  sceneAt(now: number, to: Scene): Scene {
    return this.from === to ? to : interpolateScenes(this.from, to, easeOut(this.progress(now)));
  }

  private progress(now: number): number {
    return Math.max(0, Math.min(1, (now - this.startedAt) / MOVE_MS));
  }
}
