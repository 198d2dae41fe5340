/** What the colours of a metric mean, in the legend. */
import * as messages from "./messages";
import { ends, type MetricScale } from "./metric-scale";

export function MetricItems({ scale }: { readonly scale: MetricScale | null }) {
  if (scale === null) return null;
  const kind = messages.SCALE_TEXTS[scale.kind];
  const [from, to] = ends(scale).map((end) => messages.metricText(end, scale.isShare)) as [
    string,
    string,
  ];
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
