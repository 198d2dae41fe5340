import type { Scene, SceneBox } from "./scene";

/** The scene with the viewer's colours and notes on its boxes; the same one where there are none. */
export function markScene(
  scene: Scene,
  paints: ReadonlyMap<string, string>,
  notes: ReadonlyMap<string, string>,
): Scene {
  if (paints.size + notes.size === 0) return scene;
  const boxes = scene.boxes.map((box) => markBox(box, paints, notes));
  return { ...scene, boxes, boxByName: new Map(boxes.map((box) => [box.node.name, box])) };
}

function markBox(
  box: SceneBox,
  paints: ReadonlyMap<string, string>,
  notes: ReadonlyMap<string, string>,
): SceneBox {
  const paint = paints.get(box.node.name);
  const isNoted = notes.has(box.node.name);
  return paint === undefined && !isNoted ? box : { ...box, paint, isNoted };
}
