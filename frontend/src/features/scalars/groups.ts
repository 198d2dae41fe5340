/** Which runs belong together: those of one folder. */
import { runById } from "../../state/runs";

export function groupOf(run: string): string {
  const name = runById.value.get(run)?.name ?? run;
  const slash = name.lastIndexOf("/");
  return slash < 0 ? "." : name.slice(0, slash);
}
