/** Configurations and texts of experiments, line by line against those of the reference. */

import { formattedJson } from "../../../lib/format/json-text";
import { TextDifference } from "../../../ui/layout/text-difference";
import { type ComparedSection, configurationText } from "./comparison-rows";
import { experimentTitle } from "./experiment-head";
import * as messages from "./messages";

interface Part {
  readonly title: string;
  readonly textAt: (at: number) => string | null;
}

function partsOf(sections: readonly ComparedSection[]): Part[] {
  const texts = sections.find(({ key }) => key === "texts")?.rows ?? [];
  return [
    { title: messages.configuration, textAt: (at) => configurationText(sections, at) || null },
    ...texts.map(({ name, values }) => ({
      title: name,
      textAt: (at: number) => {
        const value = values[at] ?? null;
        return value === null ? null : (formattedJson(String(value)) ?? String(value));
      },
    })),
  ];
}

interface ConfigurationDiffProps {
  readonly sections: readonly ComparedSection[];
  readonly runs: readonly string[];
  readonly reference: number;
}

export function ConfigurationDiff({ sections, runs, reference }: ConfigurationDiffProps) {
  const parts = partsOf(sections);
  const referenceTitle = experimentTitle(runs[reference] ?? "");
  const others = runs.flatMap((run, at) => (at === reference ? [] : [{ run, at }]));
  if (others.length === 0) return <p class="run-comparison-note">{messages.oneExperiment}</p>;
  return (
    <>
      {others.map(({ run, at }) => (
        <section key={run} class="run-configuration-diff">
          <h3>
            {referenceTitle} → {experimentTitle(run)}
          </h3>
          {parts.map(({ title, textAt }) => {
            const [before, after] = [textAt(reference), textAt(at)];
            if (before === null && after === null) return null;
            return (
              <details key={title} open={before !== after}>
                <summary>{title}</summary>
                {before === after ? (
                  <p class="run-comparison-note">{messages.sameAsReference(referenceTitle)}</p>
                ) : (
                  <TextDifference before={before ?? ""} after={after ?? ""} context={3} />
                )}
              </details>
            );
          })}
        </section>
      ))}
    </>
  );
}
