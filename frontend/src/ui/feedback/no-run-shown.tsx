/** In place of a tab's content where no run is shown. */
import { Button } from "../controls/button";
import * as messages from "../messages";
import { EmptyState } from "./empty-state";

interface NoRunShownProps {
  /** The values that the tab shows, as a plural. */
  what: string;
  /** A sentence on runs that cannot be shown; empty without any. */
  absent: string;
  onShowNewest: () => void;
}

export function NoRunShown({ what, absent, onShowNewest }: NoRunShownProps) {
  return (
    <EmptyState title={messages.noRunsSelected}>
      {absent !== "" && <p>{absent}</p>}
      <p>{messages.selectRunsFor(what)}</p>
      <Button look="primary" onClick={onShowNewest}>
        {messages.showTenNewest}
      </Button>
    </EmptyState>
  );
}
