/** What the colours of a metric mean, in the legend. */
import * as messages from "./messages";
import type { MetricScale } from "./metric-scale";

export function MetricItems({ scale }: { readonly scale: MetricScale | null }) {
  if (scale === null) return null;
  const kind = messages.SCALE_TEXTS[scale.kind];
  const [from, to] = ends(scale).map(messages.metricText) as [string, string];
  return (
    <>
      <li class="graph-colour-scale" data-tooltip={messages.scaleRange(from, to, kind)}>
        {from}
        <span
          class="graph-colour-ramp"
          role="img"
          aria-label={messages.scaleRange(from, to, kind)}
        />
        {to}
        <span>{kind}</span>
      </li>
      <li class="graph-colour-unused">
        <span class="graph-colour-swatch" data-category="unused" />
        {messages.noValue}
      </li>
    </>
  );
}

/** The values at both ends of the ramp. */
export function ends({ kind, least, greatest }: MetricScale): [number, number] {
  if (kind === "magnitude") return [0, Math.max(Math.abs(least), Math.abs(greatest))];
  if (kind === "ratio") return [1, Math.max(greatest, 1 / least)];
  return [least, greatest];
}
