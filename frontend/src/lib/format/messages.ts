/** The texts of profiles and damaged files, which several tabs show. */
import { listText } from "./locale";
import { counted, countText } from "./number";

// damaged-range
export const atOffset = (offset: number): string => `offset ${countText(offset)}`;
export const atOffsetReadTo = (offset: number, part: string): string =>
  `offset ${countText(offset)}; read up to ${part}`;

// profiles
export const xplaneProfiles = (count: number): string =>
  counted(count, "TensorFlow or JAX profile");
export const torchProfiles = (count: number): string => counted(count, "PyTorch profile");
export const chromeTraces = (count: number): string => counted(count, "Chrome trace");
export const debuggerDumps = (count: number): string => counted(count, "Debugger V2 dump");
export const inPlaces = (places: readonly string[]): string => `in ${listText(places)}`;
export const logDirectoryItself = "the log directory";
export const moreDirectories = (count: number): string =>
  counted(count, "more directory", "more directories");
export const openWithXProf = (directory: string): string =>
  `Open with XProf, TensorBoard’s profile plugin: pip install xprof, then xprof --logdir ${directory}`;
export const openInPerfetto = "Open the file in Perfetto (ui.perfetto.dev) or at chrome://tracing.";
export const openWithTensorBoard = (directory: string): string =>
  `Open with TensorBoard: tensorboard --logdir ${directory}, tab Debugger V2.`;
