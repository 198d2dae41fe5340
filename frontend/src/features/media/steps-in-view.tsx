import type { MediaKind } from "../../api/media";
import { useStepsInView } from "../../state/steps";
import { useTagSteps } from "./run-steps";

/** Lets the arrow keys go through the steps of the first card. */
export function FirstSteps({
  kind,
  tag,
}: {
  readonly kind: MediaKind | "meshes";
  readonly tag: string;
}) {
  useStepsInView(useTagSteps(kind, tag, true).union);
  return null;
}
