/** The code that shows what became of nodes; it comes with the first comparison. */
import { lateCode } from "../../../state/base/late-code";

export const changeCode = lateCode(() => import("../render/late-changes"));
