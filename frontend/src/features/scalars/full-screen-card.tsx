/** One card over the whole content, with every run's values. */
import { useShortcuts } from "../../state/shortcuts";
import { ScalarCard } from "./scalar-card";
import { allTags } from "./tags";
import { fullScreenTag, openFullScreen } from "./view";

export function FullScreenCard({ tag }: { tag: string }) {
  useShortcuts([
    {
      keys: "Escape",
      label: "Leave full screen",
      group: "Scalars",
      run: () => {
        const open = fullScreenTag.peek() !== null;
        if (open) openFullScreen(null);
        return open;
      },
    },
  ]);
  const entry = allTags.value.find((known) => known.tag === tag);
  if (entry === undefined) return null;
  return (
    <div class="full-screen">
      <ScalarCard tag={entry} full />
    </div>
  );
}
