import { useStepsInView } from "../../state/steps";
import { useTagSteps } from "./run-steps";
import type { MediaTag } from "./tags";

/** Lets the arrow keys go through the steps of the first card. */
export function FirstSteps({ tag }: { readonly tag: MediaTag }) {
  useStepsInView(useTagSteps(tag.media, tag.tag, true).union);
  return null;
}
