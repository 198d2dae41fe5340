/** The scene of one of two graphs, with what became of its nodes and of the edges at them. */
import type { NodeChange } from "../../../api/types";
import type { Scene, SceneBox } from "../scene/scene";

/** Nothing moves by it. An edge at a node that the other graph lacks is one that it lacks, too. */
export function markedScene(
  scene: Scene,
  changeOf: (scope: string, name: string) => NodeChange | null | undefined,
): Scene {
  const boxes = scene.boxes.map((box): SceneBox => {
    const change = changeOf(box.scope, box.node.name);
    return change ? { ...box, node: { ...box.node, change } } : box;
  });
  const boxByName = new Map(boxes.map((box) => [box.node.name, box]));
  const lackedAt = (name: string): "added" | "removed" | undefined => {
    const status = boxByName.get(name)?.node.change?.status;
    return status === "added" || status === "removed" ? status : undefined;
  };
  const edges = scene.edges.map((edge) => {
    const change = lackedAt(edge.source) ?? lackedAt(edge.target);
    return change === undefined ? edge : { ...edge, change };
  });
  return { ...scene, boxes, boxByName, edges };
}
