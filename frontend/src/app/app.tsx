import { status } from "../state/live";

export function App() {
  return <main>{status.value?.log_directories.map(({ path }) => path).join(", ")}</main>;
}
