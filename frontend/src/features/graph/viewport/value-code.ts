/** What writes values on nodes: its code comes with the first metric. */
import { lateCode } from "../../../state/base/late-code";

export const valueCode = lateCode(() => import("../render/draw-values"));
