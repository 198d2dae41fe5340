/** What a server says of itself once it has read the log, at a generation of its data. */
import type { Status } from "../../api/types";

export const readyStatus = (generation: number, instance = "one"): Status => ({
  name: "Scopeboard",
  version: "1",
  log_directories: [],
  graph_files: 0,
  loading: {
    state: "ready",
    bytes_done: 0,
    bytes_total: 0,
    files: 0,
    runs: 0,
    points: 0,
    rate: 0,
    remaining: null,
  },
  notices: [],
  index: { state: "kept", path: "/cache", bytes: 0 },
  instance,
  generation,
  state_revision: 0,
  reload_interval: 5,
});
