import { decimalText } from "../../../lib/format/number";
import type { ShortName } from "../../../lib/lists/shortener";
import { NameText } from "../../../ui/controls/name-text";
import * as messages from "../messages";
import type { Column } from "../model/session-table";
import { titleShortener } from "../model/short-titles";
import { importances } from "../sessions/importance";

const MAX_METRICS = 12;

function strengthText(strength: number | null): string {
  return strength === null ? "–" : decimalText(strength, 2);
}

/** From the middle to the right for growing together, to the left for the opposite. */
function Bar({ strength }: { strength: number }) {
  const share = `${Math.abs(strength) * 50}%`;
  const side = strength < 0 ? { right: "50%" } : { left: "50%" };
  return (
    <span class="hparams-importance-bar" aria-hidden="true">
      <span
        class={strength < 0 ? "hparams-importance-part falls" : "hparams-importance-part grows"}
        style={{ width: share, ...side }}
      />
    </span>
  );
}

interface MetricProps {
  readonly metric: Column;
  readonly hparams: readonly Column[];
  readonly shorten: (column: Column) => ShortName;
  readonly passing: readonly boolean[];
}

function MetricImportance({ metric, hparams, passing, shorten }: MetricProps) {
  const all = importances(hparams, metric, passing);
  const known = all.filter(({ n, words }) => n + words > 0);
  return (
    <table class="hparams-importance-table">
      <caption data-tooltip={metric.title}>{shorten(metric).name}</caption>
      <thead>
        <tr>
          <th scope="col">{messages.hyperParameter}</th>
          <th scope="col">{messages.rankCorrelation}</th>
          <th scope="col" class="numeric">
            {messages.measure}
          </th>
          <th scope="col" class="numeric">
            {messages.sessionsShort}
          </th>
        </tr>
      </thead>
      <tbody>
        {known.map(({ column, strength, measure, n, words, direction }) => (
          <tr key={column.key} class={strength === null ? "untold" : undefined}>
            <th scope="row">
              <NameText {...shorten(column)} />
              {direction !== null && (
                <small>{messages.direction(direction.from, direction.to, direction.change)}</small>
              )}
            </th>
            <td>{strength !== null && <Bar strength={strength} />}</td>
            <td class="numeric">
              {strength !== null && `${measure} `}
              {strengthText(strength)}
            </td>
            <td class="numeric">
              {n}
              {words > 0 && messages.ofSessions(n + words)}
            </td>
          </tr>
        ))}
        {known.length < all.length && (
          <tr class="untold">
            <td colSpan={4}>{messages.withoutSessions(all.length - known.length)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface ImportanceListProps {
  readonly columns: readonly Column[];
  readonly passing: readonly boolean[];
}

export function ImportanceList({ columns, passing }: ImportanceListProps) {
  const hparams = columns.filter(({ kind }) => kind === "hparam");
  const metrics = columns.filter(({ kind }) => kind === "metric");
  const shorten = titleShortener(columns);
  if (hparams.length === 0 || metrics.length === 0) {
    return <p class="hparams-note">{messages.chooseColumns}</p>;
  }
  return (
    <div class="hparams-importance">
      <p class="hparams-note">{messages.method}</p>
      <div class="hparams-importance-tables">
        {metrics.slice(0, MAX_METRICS).map((metric) => (
          <MetricImportance key={metric.key} {...{ metric, hparams, passing, shorten }} />
        ))}
      </div>
      {metrics.length > MAX_METRICS && (
        <p class="hparams-note">{messages.moreMetrics(metrics.length - MAX_METRICS)}</p>
      )}
    </div>
  );
}
