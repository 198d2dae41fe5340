/** The texts where nothing was found, which come with that notice. */

export const directoryNotFound = "Log directory not found";
export const notADirectory = "Not a log directory";
export const directoryNotReadable = "Log directory not readable";
export const likelyCauses = "Likely causes:";
export const causePath = "The path is misspelled or not the log directory.";
export const causeMachine = "The logs are on a different machine from this server.";
export const causeNothingWritten =
  "The training has not written anything yet; many writers wait a minute or two.";
export const profilesFound = "The directory contains profiles, which other programs display:";
export const framework = "Framework";
export const noRunsFound = "No runs found";
export const searchedFor =
  "Searched this directory and its subdirectories for files with “tfevents” in their name:";
export const watching = "Watching for new files…";
export const justViewingAGraph = "Just viewing a graph?";
export const firstRun = "Log a first run";
export const dropGraph = "Drop a graph file to view it";
export const trainingLogs = "Training logs";
export const noLogDirectory =
  "This server was started without a log directory. To see runs, restart it with one:";
export const dropAnywhere =
  "Drop graph files anywhere on this page: GraphDef (.pb, .pbtxt), MetaGraphDef (.meta), SavedModel (its folder or its saved_model.pb), ONNX (.onnx), torch.export (.pt2), TFLite (.tflite), HLO (.hlo.pb, .mlir), weights (.safetensors, .gguf) or a Keras model (.json), up to 512 MB each.";
export const chooseGraphFiles = "Choose graph files…";
