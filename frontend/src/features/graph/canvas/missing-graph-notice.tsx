/** In the place of a comparison: that the graph that the address names is not there. */
import { Button } from "../../../ui/controls/button";
import { EmptyState } from "../../../ui/feedback/empty-state";
import type { GraphOptions } from "../options/graph-options";
import * as messages from "./messages";

export interface MissingGraphProps {
  readonly options: GraphOptions;
}

export function MissingGraphNotice({ options }: MissingGraphProps) {
  const end = (): void => {
    options.comparison.compare();
    options.commit();
  };
  return (
    <EmptyState title={messages.comparedGraphMissing}>
      <p>{messages.comparedGraphMissingHint}</p>
      <Button look="primary" onClick={end}>
        {messages.showWithoutComparison}
      </Button>
    </EmptyState>
  );
}
