/** What differs in a node of a comparison: both sides of it, and what became of its edges. */
import type { Neighbour, NodeCard, NodeDifference } from "../../../api/types";
import { COSTS, costText } from "../overlays/changes/change-rows";
import { changeSign, SIGN_OF } from "../scope/change-sign";
import { Facts } from "./facts";
import * as messages from "./messages";
import type { FactText } from "./parameter-facts";
import "./node-differences.css";

interface NodeDifferencesProps {
  readonly difference: NodeDifference;
  readonly card: Pick<NodeCard, "costs">;
}

export function NodeDifferences({ difference, card }: NodeDifferencesProps) {
  const { change, before_name, details, before } = difference;
  if (change === null) return null;
  const what = messages.becameOf[change.status];
  const ops = change.added + change.removed + change.changed + change.moved;
  const facts: FactText[] = [
    [messages.change, ops > 1 ? `${what} (${changeSign(change, false)})` : what],
  ];
  if (before_name !== "") facts.push([messages.beforeName, before_name]);
  for (const cost of COSTS) {
    const [old, now] = [before?.[cost.name] ?? 0, card.costs?.[cost.name] ?? 0];
    if (old !== now) facts.push([cost.title, costText(cost, before, card.costs)]);
  }
  return (
    <section>
      <h3>{messages.comparison}</h3>
      <Facts facts={facts} />
      {details.length > 0 && (
        <table class="graph-change-details">
          <thead>
            <tr>
              <th>{messages.whatDiffers}</th>
              <th>{messages.before}</th>
              <th>{messages.after}</th>
            </tr>
          </thead>
          <tbody>
            {details.map((each) => (
              <tr key={each.what}>
                <th scope="row">{each.what}</th>
                <td>{each.before || messages.absent}</td>
                <td>{each.after || messages.absent}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** What became of an input or output. */
export function EdgeChange({ change }: Pick<Neighbour, "change">) {
  if (change === null) return null;
  return (
    <span class={`graph-edge-change ${change}`}>
      {SIGN_OF[change]} {messages.becameOf[change]}
    </span>
  );
}
