/** What opens the model of a run, whose code comes when the table has that column. */
import { lazyPart } from "../../../ui/layout/lazy-part";

export const ModelCell = lazyPart(async () => (await import("../models/model-cell")).ModelCell);
