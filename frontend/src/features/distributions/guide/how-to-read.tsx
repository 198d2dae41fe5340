/** A short introduction: a normal distribution in all four forms, signs of trouble, and one's own. */
import { useMemo, useRef } from "preact/hooks";
import type { Histograms } from "../../../api/histograms";
import { appliedTheme } from "../../../state/base/theme";
import { runColour, runName, runs } from "../../../state/runs/runs";
import { useShortcuts } from "../../../state/shell/shortcuts";
import { IconButton } from "../../../ui/controls/button";
import { DistributionPlot, useSize } from "../card/distribution-plot";
import { type LayerSign, layerSigns } from "../data/histograms-cache";
import * as messages from "../messages";
import * as view from "../options/tab-options";
import { composeFacets } from "../plot/facet";
import { DYING, HEALTHY, SATURATING } from "./example-data";

const NOTHING = (): void => undefined;

interface ExampleProps {
  readonly histograms: Histograms;
  readonly mode: view.Mode;
  readonly title: string;
  readonly text: string;
}

function Example({ histograms, mode, title, text }: ExampleProps) {
  const plot = useRef<HTMLDivElement>(null);
  const size = useSize(plot);
  const theme = appliedTheme.value;
  const colour = runColour(runs.value[0]?.id ?? "");
  const facets = useMemo(() => {
    const look = { mode, axis: "step", isLog: false, tails: "whole", isStacked: false } as const;
    const lookOf = () => ({ colour, name: title, pieces: [title, ""] as const, dash: [] });
    return size === null ? [] : composeFacets(histograms, look, lookOf, size);
  }, [histograms, mode, size, colour]);
  return (
    <figure class="distribution-example">
      <div ref={plot}>
        {size !== null && (
          <DistributionPlot
            ground={facets}
            facets={facets}
            size={size}
            theme={theme}
            onRead={NOTHING}
            onChoose={NOTHING}
          />
        )}
      </div>
      <figcaption>
        <b>{title}</b> {text}
      </figcaption>
    </figure>
  );
}

const FORMS: readonly Omit<ExampleProps, "histograms">[] = [
  {
    mode: "ridges",
    title: messages.ridgesTitle,
    text: messages.ridgesText,
  },
  {
    mode: "overlay",
    title: messages.overlayTitle,
    text: messages.overlayText,
  },
  {
    mode: "heatmap",
    title: messages.heatmapTitle,
    text: messages.heatmapText,
  },
  {
    mode: "bands",
    title: messages.percentilesTitle,
    text: messages.percentilesText,
  },
];

const SIGNS: readonly Omit<ExampleProps, "mode">[] = [
  {
    histograms: DYING,
    title: messages.spikeTitle,
    text: messages.spikeText,
  },
  {
    histograms: SATURATING,
    title: messages.saturationTitle,
    text: messages.saturationText,
  },
];

function OwnSign({ sign }: { sign: LayerSign }) {
  return (
    <li>
      <button
        type="button"
        onClick={() => view.openFullScreen(sign.tag)}
        data-tooltip={sign.method}
      >
        {sign.tag}
      </button>{" "}
      {messages.signInRun(runName(sign.run), sign.message)}
    </li>
  );
}

const MAX_SIGNS = 12;

function OwnSigns() {
  const signs = [...layerSigns.value.values()].flat();
  if (signs.length === 0) {
    return <p class="distribution-custom">{messages.noSigns}</p>;
  }
  return (
    <div class="distribution-custom">
      <p>{messages.ownSigns}</p>
      <ul>
        {signs.slice(0, MAX_SIGNS).map((sign) => (
          <OwnSign key={`${sign.tag} ${sign.run} ${sign.kind}`} sign={sign} />
        ))}
      </ul>
      {signs.length > MAX_SIGNS && <p>{messages.moreSigns(signs.length - MAX_SIGNS)}</p>}
    </div>
  );
}

function close(): boolean {
  const wasOpen = view.isHelpOpen.peek();
  view.isHelpOpen.value = false;
  return wasOpen;
}

export function HowToRead() {
  useShortcuts([{ keys: "Escape", label: messages.closeHelp, group: "distributions", run: close }]);
  return (
    <section class="distribution-help" aria-label={messages.helpLabel}>
      <header>
        <h2>{messages.howToRead}</h2>
        <IconButton icon="close" label={messages.closeHelp} shortcut="Esc" onClick={close} />
      </header>
      <p>{messages.introduction}</p>
      <div class="distribution-examples">
        {FORMS.map((form) => (
          <Example key={form.mode} histograms={HEALTHY} {...form} />
        ))}
        {SIGNS.map((sign) => (
          <Example key={sign.title} mode="ridges" {...sign} />
        ))}
        <OwnSigns />
      </div>
    </section>
  );
}
