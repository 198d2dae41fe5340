/** What became of a node, in signs: `+` for an added op, `+12 −3 ~5` for a scope. */
import type { NodeChange } from "../../../api/types";
import { countText } from "../../../lib/format/number";

export type ChangeKind = NodeChange["status"];

/** In the order of legends and counts. */
export const CHANGE_KINDS = ["added", "removed", "changed", "moved"] as const;

export const SIGN_OF = { added: "+", removed: "−", changed: "~", moved: "→" } as const;

/** `isOne` is whether it is an op alone. */
export function changeSign(change: NodeChange, isOne: boolean): string {
  if (isOne) return SIGN_OF[change.status];
  return CHANGE_KINDS.filter((kind) => change[kind] > 0)
    .map((kind) => SIGN_OF[kind] + countText(change[kind]))
    .join(" ");
}
