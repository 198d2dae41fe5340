import { parentName } from "../model";
import type { Scene } from "../scene";

/** The node that shows another one: itself, or the closed scope around it; empty if there is none. */
export function nameInSight(scene: Scene | null, name: string): string {
  for (let around = name; scene !== null && around !== ""; around = parentName(around)) {
    const box = scene.boxByName.get(around);
    // What is in an open scope and is not shown is hidden, or stands in a series.
    if (box !== undefined) return box.isOpen && around !== name ? "" : around;
  }
  return "";
}
