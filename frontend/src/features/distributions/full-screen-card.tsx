/** One card over the whole content, with its steps as a table. */
import { useShortcuts } from "../../state/shell/shortcuts";
import { FullScreen, NoSuchCard } from "../../ui/layout/full-screen";
import { DistributionCard } from "./card/distribution-card";
import * as messages from "./messages";
import { fullScreenTag, openFullScreen, reached } from "./options/tab-options";
import { allTags } from "./options/tags";

function close(): boolean {
  const open = fullScreenTag.peek() !== null;
  if (open) openFullScreen(null);
  return open;
}

function focusCard(tag: string): void {
  reached.focus(tag);
}

export function FullScreenCard({ tag }: { tag: string }) {
  useShortcuts([
    { keys: "Escape", label: messages.leaveFullScreen, group: "distributions", run: close },
  ]);
  const entry = allTags.value.find((known) => known.tag === tag);
  return (
    <FullScreen id={tag} name={tag} focusCard={focusCard}>
      {entry === undefined ? (
        <NoSuchCard
          id={tag}
          drawn={messages.distributionNoun}
          logged={messages.histogramNoun}
          onClose={close}
        />
      ) : (
        <DistributionCard tag={entry} full />
      )}
    </FullScreen>
  );
}
