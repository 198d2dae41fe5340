/** What is worked out of whole answers without the server; its code comes when the page is idle. */
import { lateCode } from "../../../state/base/late-code";

export const wholeAnswers = lateCode(() => import("./late-whole-answers"));
