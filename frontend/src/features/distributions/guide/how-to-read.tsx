/** A short introduction: a normal distribution in all four forms, signs of trouble, and one's own. */
import { useMemo, useRef } from "preact/hooks";
import type { Histograms } from "../../../api/histograms";
import { countText } from "../../../lib/format/number";
import { appliedTheme } from "../../../state/base/theme";
import { runColour, runName, runs } from "../../../state/runs/runs";
import { useShortcuts } from "../../../state/shell/shortcuts";
import { IconButton } from "../../../ui/controls/button";
import { DistributionPlot, useSize } from "../card/distribution-plot";
import { type LayerSign, layerSigns } from "../data/histograms-cache";
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
    const look = { mode, axis: "step", isLog: false, cutsTails: false, isStacked: false } as const;
    const lookOf = () => ({ colour, name: title, dash: [] });
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
    title: "Ridges.",
    text: "One curve per step, the last in front. High means: many values are there.",
  },
  {
    mode: "overlay",
    title: "Overlay.",
    text: "The same curves on one line. Pale ones are early, the one in full colour is the last.",
  },
  {
    mode: "heatmap",
    title: "Heat map.",
    text: "A column per step. The deeper the colour, the more values are there.",
  },
  {
    mode: "bands",
    title: "Bands.",
    text: "The line is the median. Of the values, 38 % lie in the darkest band, then 68, 87 and 100 %.",
  },
];

const SIGNS: readonly Omit<ExampleProps, "mode">[] = [
  {
    histograms: DYING,
    title: "A spike at zero.",
    text: "The values of a layer gather at zero: its units are dead, or its gradients vanish.",
  },
  {
    histograms: SATURATING,
    title: "Saturation.",
    text: "Activations gather at the bounds of their function, where its slope is nearly zero.",
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
      in {runName(sign.run)}: {sign.message}
    </li>
  );
}

const MAX_SIGNS = 12;

function OwnSigns() {
  const signs = [...layerSigns.value.values()].flat();
  if (signs.length === 0) {
    return (
      <p class="distribution-own">
        In your own data, of the cards seen so far, no layer shows such a sign.
      </p>
    );
  }
  return (
    <div class="distribution-own">
      <p>In your own data, of the cards seen so far:</p>
      <ul>
        {signs.slice(0, MAX_SIGNS).map((sign) => (
          <OwnSign key={`${sign.tag} ${sign.run} ${sign.kind}`} sign={sign} />
        ))}
      </ul>
      {signs.length > MAX_SIGNS && <p>and {countText(signs.length - MAX_SIGNS)} more.</p>}
    </div>
  );
}

function close(): boolean {
  const wasOpen = view.isHelpOpen.peek();
  view.isHelpOpen.value = false;
  return wasOpen;
}

export function HowToRead() {
  useShortcuts([
    { keys: "Escape", label: "Close the introduction", group: "Distributions", run: close },
  ]);
  return (
    <section class="distribution-help" aria-label="How to read distributions">
      <header>
        <h2>How to read this</h2>
        <IconButton icon="close" label="Close the introduction" shortcut="Esc" onClick={close} />
      </header>
      <p>
        At each step, training may log how many of a layer's values lie where. Below are values that
        are distributed normally, most of them near the middle, and that spread while training goes
        on: what a healthy layer often looks like.
      </p>
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
