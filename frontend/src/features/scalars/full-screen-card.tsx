/** One card over the whole content, with every run's values. */
import { useShortcuts } from "../../state/shell/shortcuts";
import { FullScreen, NoSuchCard } from "../../ui/layout/full-screen";
import { ScalarCard } from "./card/scalar-card";
import * as messages from "./messages";
import type { CardSpec } from "./options/card-spec";
import { fullScreenCard, openFullScreen, reached } from "./options/tab-options";

function close(): boolean {
  const open = fullScreenCard.peek() !== null;
  if (open) openFullScreen(null);
  return open;
}

function focusCard(id: string): void {
  reached.focus(id);
}

export interface FullScreenCardProps {
  readonly card: string;
  /** Undefined where there is no such card. */
  readonly spec: CardSpec | undefined;
}

export function FullScreenCard({ card, spec }: FullScreenCardProps) {
  useShortcuts([{ keys: "Escape", label: messages.leaveFullScreen, group: "scalars", run: close }]);
  return (
    <FullScreen id={card} name={spec?.title ?? card} focusCard={focusCard}>
      {spec === undefined ? (
        <NoSuchCard
          id={card}
          drawn={messages.chartNoun}
          logged={messages.scalarNoun}
          onClose={close}
        />
      ) : (
        <ScalarCard spec={spec} full />
      )}
    </FullScreen>
  );
}
