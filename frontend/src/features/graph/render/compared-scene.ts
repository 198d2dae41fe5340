/** The scene of a comparison: signs before the labels of edges; what a side lacks is faint. */
import type { Scene, SceneEdge } from "../scene/scene";
import { SIGN_OF } from "../scope/change-sign";

const FAINT = 0.12;

/**
 * Nothing moves by it.
 *
 * @param side `before` or `after` for one of the graphs; anything else for both.
 */
export function comparedScene(scene: Scene, side: string): Scene {
  const lacks = { before: "added", after: "removed" }[side];
  const boxes = scene.boxes.map((box) => {
    const isLacking = lacks !== undefined && box.node.change?.status === lacks;
    return isLacking ? { ...box, opacity: FAINT * box.opacity } : box;
  });
  const edges = scene.edges.map((edge) => {
    const opacity = edge.change && edge.change === lacks ? FAINT * edge.opacity : edge.opacity;
    return edge.change ? { ...edge, label: labelOf(edge), opacity } : edge;
  });
  const boxByName = new Map(boxes.map((box) => [box.node.name, box]));
  return { ...scene, boxes, edges, boxByName };
}

/** With the sign of what became of it. */
function labelOf({ label, change }: SceneEdge): string | null {
  return label === null || !change ? label : `${SIGN_OF[change]} ${label}`;
}
