/**
 * The hook for tests in a browser: `window.scopeboard.scene()` gives what is on the canvas as
 * plain data, in view coordinates (CSS pixels from the canvas's upper left corner).
 */

import { isHorizontal } from "../layout/request";
import type { Camera } from "../options/camera";
import { itemText } from "./annotation-column";
import { worldRectToView, worldToView } from "./camera";
import type { NodeFill } from "./node-fill";
import type { Scene, SceneBox } from "./scene";

export interface BoxSnapshot {
  readonly name: string;
  readonly label: string;
  readonly kind: string;
  readonly role: string;
  /** The names at its left and its right, line by line: annotations, other ends of cut edges. */
  readonly before: string;
  readonly after: string;
  readonly open: boolean;
  readonly scope: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 1, or less while it is faded. */
  readonly opacity: number;
  /** What a search found here. */
  readonly found: { readonly isMatch: boolean; readonly inside: number } | null;
  /** What it is coloured by. */
  readonly fill: NodeFill | null;
  /** What became of it, in a comparison. */
  readonly change: SceneBox["node"]["change"] | null;
}

export interface EdgeSnapshot {
  readonly scope: string;
  readonly source: string;
  readonly target: string;
  readonly kind: string;
  readonly dashed: boolean;
  readonly tensors: number;
  readonly label: string | null;
  /** Where the label is drawn, or null when it has no room. */
  readonly labelAt: { readonly x: number; readonly y: number } | null;
  /** Thickness at zoom 1. */
  readonly width: number;
  /** The points of its route, x and y in turn, and whether it only ends at the scope's border. */
  readonly points: readonly number[];
  readonly isBridge: boolean;
}

/** What stands for a name that is too small to be read. */
export interface SignSnapshot {
  readonly name: string;
  readonly text: string;
  readonly opacity: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SceneSnapshot {
  readonly camera: Camera;
  /** Whether lines run from left to right, or back, rather than up or down. */
  readonly horizontal: boolean;
  readonly boxes: readonly BoxSnapshot[];
  readonly edges: readonly EdgeSnapshot[];
}

declare global {
  interface Window {
    scopeboard?: PublishedDrawing;
    /** In two panes, the drawing of the graph before. */
    scopeboardBefore?: PublishedDrawing;
  }
}

/** What tests see of a drawing. */
interface PublishedDrawing {
  /** Null until a graph is drawn, and until the code of this file has come, which it requests. */
  scene(): SceneSnapshot | null;
  /** How many boxes are drawn: cheap enough to be read in every frame. */
  boxCount(): number;
  /** The name of the selected node, or an empty one. */
  selected(): string;
  /** The signs in place of names, in view coordinates. */
  signs(): SignSnapshot[];
}

export function sceneSnapshot(scene: Scene, camera: Camera): SceneSnapshot {
  return {
    camera,
    horizontal: isHorizontal(scene.style),
    boxes: scene.boxes.map(
      ({ node, isOpen, scope, worldRect, before, after, opacity, found, fill }) => ({
        name: node.name,
        label: node.label,
        kind: node.kind,
        role: node.role,
        before: before.shown.map(itemText).join("\n"),
        after: after.shown.map(itemText).join("\n"),
        open: isOpen,
        scope,
        ...worldRectToView(camera, worldRect),
        opacity,
        found: found ?? null,
        fill: fill ?? null,
        change: node.change ?? null,
      }),
    ),
    edges: scene.edges.map((edge) => ({
      scope: edge.key.slice(0, edge.key.indexOf("\n")),
      source: edge.source,
      target: edge.target,
      kind: edge.kind,
      dashed: edge.kind === "control",
      tensors: edge.tensors,
      label: edge.label,
      labelAt: edge.worldLabel ? worldToView(camera, edge.worldLabel) : null,
      width: edge.width,
      points: viewPoints(camera, edge.worldPoints),
      isBridge: edge.border !== undefined,
    })),
  };
}

function viewPoints({ x, y, scale }: Camera, worldPoints: Float64Array): number[] {
  return Array.from(worldPoints, (value, i) => value * scale + (i % 2 === 0 ? x : y));
}
