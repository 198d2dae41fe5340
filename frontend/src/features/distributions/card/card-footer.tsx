/** Below a plot: what is under the pointer, and how its colours are read. */

import type { ReadonlySignal } from "@preact/signals";
import { appliedTheme } from "../../../state/base/theme";
import { Term } from "../../../ui/controls/term";
import * as messages from "../messages";
import { bandColour, heatColour } from "../plot/draw-over-steps";
import type { Facet, FacetRun } from "../plot/facet";
import { inkOf, restText } from "./distribution-plot";
import { bucketText, type Reading } from "./tooltip-text";

/** Room for two lines, so that no card changes its height. */
export const FOOT_PX = 44;

const SHARES = ["100 %", "87 %", "68 %", "38 %"] as const;
const DEPTHS = [0.08, 0.25, 0.5, 0.75, 1];

function Swatch({ colour }: { colour: string }) {
  return <span class="distribution-swatch" style={{ background: colour }} />;
}

function BandKey({ colour }: { colour: string }) {
  const ink = inkOf(appliedTheme.value);
  return (
    <Term class="distribution-key" explanation={messages.bandTitle}>
      {SHARES.map((share, at) => (
        <span key={share}>
          <Swatch colour={bandColour(ink, colour, at)} />
          {share}
        </span>
      ))}
    </Term>
  );
}

function DepthKey({ colour, isLog }: { colour: string; isLog: boolean }) {
  const ink = inkOf(appliedTheme.value);
  return (
    <span class="distribution-key">
      {messages.few}
      <span class="distribution-ramp">
        {DEPTHS.map((depth) => (
          <Swatch key={depth} colour={heatColour(ink, colour, depth)} />
        ))}
      </span>
      {isLog ? messages.manyLog : messages.many}
    </span>
  );
}

/** The key of what colours mean; curves need none but for which steps are old. */
function ColourKey({ facet }: { facet: Facet }) {
  const { colour } = facet.runs[0] as FacetRun;
  const { mode, isLog } = facet.look;
  if (mode === "bands") return <BandKey colour={colour} />;
  if (mode === "heatmap") return <DepthKey colour={colour} isLog={isLog} />;
  return <span class="distribution-key">{messages.curveKey}</span>;
}

/** What two steps hold at the same values. */
function comparison({ run, step, value }: Reading): string {
  const { chosen, held } = run;
  if (chosen === null || held === null || (step !== chosen && step !== held)) return "";
  const other = step === chosen ? held : chosen;
  return messages.atOtherStep(other.step, bucketText(other, value));
}

interface CardFootProps {
  readonly facets: readonly Facet[];
  readonly reading: ReadonlySignal<Reading | null>;
  /** Runs shown that there is no room for. */
  readonly more: number;
}

export function CardFoot({ facets, reading, more }: CardFootProps) {
  const facet = facets[0];
  const read = reading.value;
  const manyRuns = facets.length > 1 || (facet?.runs.length ?? 0) > 1;
  return (
    <footer class="distribution-foot" style={{ height: `${FOOT_PX}px` }}>
      {facet !== undefined && (
        <>
          <p class="distribution-reading">
            {read === null ? (
              restText(facets)
            ) : (
              <>
                {manyRuns && <b>{read.run.name} · </b>}
                {read.text}
                {comparison(read)}
              </>
            )}
          </p>
          <ColourKey facet={facet} />
          {more > 0 && read === null && (
            <span class="distribution-more">{messages.moreRuns(more)}</span>
          )}
        </>
      )}
    </footer>
  );
}
