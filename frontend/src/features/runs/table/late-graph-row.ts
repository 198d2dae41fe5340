/** What the table shows of graphs, whose code comes when the table first is a list of them. */
import { lazyPart } from "../../../ui/layout/lazy-part";

export const GraphRow = lazyPart(async () => (await import("./graph-row")).GraphRow);
export const GraphFlag = lazyPart(async () => (await import("./graph-row")).GraphFlag);
export const GraphHint = lazyPart(async () => (await import("./graph-row")).GraphHint);
