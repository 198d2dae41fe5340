/** How much there is: runs by what they do, steps, points, bytes; and the tabs that show it. */
import type { Run } from "../../api/types";
import { exactInteger } from "../../lib/format/json-number";
import { bytesText, countText } from "../../lib/format/number";
import { wallTimeText } from "../../lib/format/time";
import { now } from "../../state/base/clock";
import { countExperiments } from "../../state/runs/experiments";
import { runs } from "../../state/runs/runs";
import { status } from "../../state/server/connection";
import { followTabLink, type TabLink, tabLinks } from "../../state/shell/tab-links";
import { quietText, stateCounts, tagCount } from "./facts";
import * as messages from "./messages";
import { allTags } from "./tags";

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The greatest of what runs say of themselves; null where none does. */
function greatest<T extends number | bigint>(
  all: readonly Run[],
  of: (run: Run) => T | null,
): T | null {
  return all.reduce<T | null>((most, run) => {
    const value = of(run);
    return value !== null && (most === null || value > most) ? value : most;
  }, null);
}

export function Facts() {
  const all = runs.value;
  const loading = status.value?.loading;
  const step = greatest(all, ({ last_step }) =>
    last_step === null ? null : exactInteger(last_step),
  );
  const last = greatest(all, ({ last_wall_time }) => last_wall_time);
  const experiments = countExperiments(all);
  const quiet = quietText(all, now.value);
  const states = stateCounts(all).map(([state, count]) => {
    const text = messages.stateCount(count, state);
    return state === "inactive" && quiet !== "" ? messages.stateSince(text, quiet) : text;
  });
  return (
    <dl class="overview-facts">
      <Fact label={messages.experimentCount(experiments)}>{states.join(", ")}</Fact>
      {experiments < all.length && <Fact label={messages.runs}>{countText(all.length)}</Fact>}
      {step !== null && <Fact label={messages.highestStep}>{countText(step)}</Fact>}
      {loading !== undefined && (
        <Fact label={messages.scalarPoints}>{countText(loading.points)}</Fact>
      )}
      {loading !== undefined && (
        <Fact label={messages.fileCount(loading.files)}>{bytesText(loading.bytes_total)}</Fact>
      )}
      {last !== null && <Fact label={messages.lastEvent}>{wallTimeText(last)}</Fact>}
    </dl>
  );
}

function Size({ id, kinds }: TabLink) {
  if (id === "graph") return null;
  if (kinds.length === 0)
    return <small>{messages.experimentCount(countExperiments(runs.value))}</small>;
  const tags = tagCount(allTags.value ?? [], kinds);
  return tags === 0 ? null : <small>{messages.tagCount(tags)}</small>;
}

export function Tabs() {
  const others = tabLinks.value.filter(({ id }) => id !== "overview");
  return (
    <section aria-labelledby="overview-tabs">
      <h2 id="overview-tabs">{messages.tabs}</h2>
      <ul class="overview-tabs">
        {others.map((link) => (
          <li key={link.id}>
            <button type="button" data-stop="" onClick={() => followTabLink(link)}>
              {link.title}
              <Size {...link} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
