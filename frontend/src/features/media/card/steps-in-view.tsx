import type { MediaKind } from "../../../api/media";
import { useStepsInView } from "../../../state/tags/selected-step";
import { useTagSteps } from "../options/run-steps";

/** Lets the arrow keys go through the steps of the first card. */
export function FirstSteps({
  kind,
  tags,
}: {
  readonly kind: MediaKind | "meshes";
  readonly tags: readonly string[];
}) {
  useStepsInView(useTagSteps(kind, tags, true).union);
  return null;
}
