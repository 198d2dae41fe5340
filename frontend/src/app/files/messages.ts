/** The texts of files that are dropped and sent, which come with their report. */
import { countText } from "../../lib/format/number";

export const uploading = (name: string): string => `Uploading ${name}`;
export const uploadingMore = (name: string, waiting: number): string =>
  `Uploading ${name}, ${countText(waiting)} more to come`;

export const dropHint = "Drop graph files to view them";
export const dropFormats =
  "GraphDef (.pb, .pbtxt), MetaGraphDef (.meta), SavedModel (its folder or saved_model.pb), ONNX (.onnx), torch.export (.pt2), TFLite (.tflite), HLO (.hlo.pb, .mlir), weights (.safetensors, .gguf), Keras model (.json); up to 512 MB each. Saved until the server stops.";
