/** What profiles in a log directory are, where they are, and which programs display them. */
import { listText } from "./locale";
import { counted, countText } from "./number";

type Format = "xplane" | "torch" | "trace" | "debugger";

export interface Profiles {
  readonly format: Format;
  readonly sessions: number;
  readonly directories: number;
  /** The first directories, relative to the log directory. */
  readonly places: readonly string[];
}

const NAMES: Readonly<Record<Format, string>> = {
  xplane: "TensorFlow or JAX profile",
  torch: "PyTorch profile",
  trace: "Chrome trace",
  debugger: "Debugger V2 dump",
};

/** `2 PyTorch profiles`. */
export function profilesTitle({ format, sessions }: Profiles): string {
  return counted(sessions, NAMES[format]);
}

/** `in a, b and 3 more directories`. */
export function profilesLocation({ places, directories }: Profiles): string {
  const named = places.map((place) => (place === "." ? "the log directory itself" : place));
  const more = directories - places.length;
  const rest = more > 0 ? [`${countText(more)} more directories`] : [];
  return `in ${listText([...named, ...rest])}`;
}

/** A sentence; `directory` is the log directory. */
export function profilesViewer({ format }: Profiles, directory: string): string {
  switch (format) {
    case "xplane":
      return `Open with XProf, TensorBoard’s profile plugin: pip install xprof, then xprof --logdir ${directory}`;
    case "torch":
    case "trace":
      return "Open the file in Perfetto (ui.perfetto.dev) or at chrome://tracing.";
    case "debugger":
      return `Open with TensorBoard: tensorboard --logdir ${directory}, tab Debugger V2.`;
  }
}
