/** What profiles in a log directory are, where they are, and which programs display them. */
import * as messages from "./messages";

type Format = "xplane" | "torch" | "trace" | "debugger";

export interface Profiles {
  readonly format: Format;
  readonly sessions: number;
  readonly directories: number;
  /** The first directories, relative to the log directory. */
  readonly places: readonly string[];
}

const TITLES: Readonly<Record<Format, (sessions: number) => string>> = {
  xplane: messages.xplaneProfiles,
  torch: messages.torchProfiles,
  trace: messages.chromeTraces,
  debugger: messages.debuggerDumps,
};

/** `2 PyTorch profiles`. */
export function profilesTitle({ format, sessions }: Profiles): string {
  return TITLES[format](sessions);
}

/** `in a, b and 3 more directories`. */
export function profilesLocation({ places, directories }: Profiles): string {
  const named = places.map((place) => (place === "." ? messages.logDirectoryItself : place));
  const more = directories - places.length;
  const rest = more > 0 ? [messages.moreDirectories(more)] : [];
  return messages.inPlaces([...named, ...rest]);
}

/** A sentence; `directory` is the log directory. */
export function profilesViewer({ format }: Profiles, directory: string): string {
  switch (format) {
    case "xplane":
      return messages.openWithXProf(directory);
    case "torch":
    case "trace":
      return messages.openInPerfetto;
    case "debugger":
      return messages.openWithTensorBoard(directory);
  }
}
