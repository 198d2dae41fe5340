import type { Rect } from "../../../../lib/geometry/geometry";
import type { SceneBox } from "../../scene/scene";
import type { Sign } from "./plan-signs";

/** A sign as it is seen at a zoom. */
export interface ShownSign {
  readonly sign: Sign;
  readonly box: SceneBox;
  readonly worldRect: Rect;
  readonly opacity: number;
  /** What part of the parameters, time or memory is in the box. */
  readonly share: number;
  /** How much there is of its whole text, rather than the short one, and the one that is read. */
  readonly whole: number;
  readonly text: string;
}
