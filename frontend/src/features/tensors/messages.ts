/** The texts of the tensors tab. */
import { counted, countText } from "../../lib/format/number";

// tensor-table
export const unknownRank = "unknown rank";
export const logged = "logged";
export const nearestStep = (nearest: number): string => `nearest ${countText(nearest)}`;
export const tag = "Tag";
export const run = "Run";
export const plugin = "Plugin";
export const steps = "Steps";
export const atStep = (chosen: number): string => `At ${countText(chosen)}`;
export const values = "Values";
export const dtype = "Dtype";
export const shape = "Shape";
export const noPlugin = "none";
export const unknown = "unknown";
export const tableLabel = "Tensors of unknown plugins";

// tensors-tab
export const seriesNote = (count: number): string =>
  `${counted(count, "tensor series", "tensor series")} of unknown plugins, listed without charts. Dtype and shape are those of the last value.`;
export const moreTags = (more: number): string => ` ${counted(more, "further tag")} not listed.`;
export const exportLabel = "Export";
export const loading = "Loading tensors…";
export const loadFailed = "Could not load the tensors";
export const nothingToShow = "No tensors to list";
export const noUnknownPlugin = "No shown run has a tensor of an unknown plugin.";
