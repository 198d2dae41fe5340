/** What the chosen step measured of a node. */
import type { NodeStatistics } from "../../../api/types";
import { Button } from "../../../ui/controls/button";
import { StepSelect } from "../overlays/profile/step-select";
import { useOptions } from "../session/session-context";
import type { CardContext } from "./card-context";
import { statisticsFacts, tensorText } from "./card-text";
import { Facts } from "./facts";
import * as messages from "./messages";

interface NodeMeasuredProps {
  readonly context: CardContext;
  /** Null while it is not known. */
  readonly statistics: NodeStatistics | null;
  /** The node itself where it holds others; empty for an op. */
  readonly scope: string;
}

export function NodeProfile({ context: { measured }, statistics, scope }: NodeMeasuredProps) {
  const { hotSpots } = useOptions();
  if (measured.steps.value.length === 0) return null;
  const error = measured.chosen.value?.error ?? null;
  const facts = statistics === null ? [] : statisticsFacts(statistics);
  return (
    <section>
      <h3>{messages.statistics}</h3>
      <StepSelect measured={measured} />
      {error !== null && <p class="graph-info-invalid">{error}</p>}
      <Facts facts={facts} />
      {statistics !== null && facts.length === 0 && (
        <p class="graph-info-none">{messages.noProfile}</p>
      )}
      {statistics?.shared === true && <p class="graph-info-none">{messages.sharedProfile}</p>}
      {scope !== "" && (
        <Button onClick={() => hotSpots.showIn(scope)}>{messages.hotSpotsInside}</Button>
      )}
      <SeenOutputs outputs={statistics?.outputs ?? []} />
    </section>
  );
}

function SeenOutputs({ outputs }: { outputs: NodeStatistics["outputs"] }) {
  if (outputs.length === 0) return null;
  return (
    <ul class="graph-info-links">
      {outputs.map((output) => (
        <li key={output.slot}>
          <span>{messages.seenOutput(output.slot)}</span>
          <span class="graph-info-flow">
            {tensorText({ ...output, elements: null, layout: null, sharding: null })}
          </span>
        </li>
      ))}
    </ul>
  );
}
