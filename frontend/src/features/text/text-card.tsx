/** The texts of a tag in one run: a list of its steps, and what was logged at the one chosen. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Texts, TextValue } from "../../api/types";
import { getText, type TextQuery } from "../../api/values";
import { nearestStep, stepBefore } from "../../lib/algorithms/nearest-step";
import { formattedJson } from "../../lib/format/json-text";
import { countText } from "../../lib/format/number";
import { runLabel } from "../../state/runs/run-labels";
import { baseline, identityById, runName } from "../../state/runs/runs";
import { seriesVersion } from "../../state/server/connection";
import { QueryCache } from "../../state/server/query-cache";
import { useQuery } from "../../state/server/use-query";
import { navigableRun } from "../../state/shell/list-navigation";
import { chooseStep, step as stepChosen } from "../../state/tags/selected-step";
import { Pager } from "../../ui/controls/pager";
import { RunLabel } from "../../ui/controls/run-label";
import { ErrorState } from "../../ui/feedback/error-state";
import { TextDifference } from "../../ui/layout/text-difference";
import { useInViewport } from "../../ui/lists/use-in-viewport";
import { VirtualList } from "../../ui/lists/virtual-list";
import { ExportMenu } from "./export-menu";
import * as messages from "./messages";
import { plainText, TextTable } from "./text-table";
import * as view from "./view";

/** Of a step; rarely there is more than one. */
const VALUES = 20;
const ROW_PX = 28;
/** Of the list of steps in sight at once. */
const MAX_ROWS = 6;

/** The steps of the runs shown that have a tag, ascending, by the ids of the runs. */
export type StepsOfRuns = ReadonlyMap<string, readonly number[]>;

interface TextCardProps {
  readonly stepsOfRuns: StepsOfRuns;
  readonly tag: string;
  readonly run: string;
  /** Ascending, each once. */
  readonly steps: readonly number[];
}

/** The newest on top. */
function StepList({ steps, shown }: { steps: readonly number[]; shown: number }) {
  const stepAt = (row: number) => steps[steps.length - 1 - row] ?? 0;
  return (
    <div class="text-steps" style={{ height: `${Math.min(steps.length, MAX_ROWS) * ROW_PX}px` }}>
      <VirtualList
        rows={steps.length}
        rowHeight={ROW_PX}
        label={messages.steps}
        rowKey={(row) => String(stepAt(row))}
        row={(row) => (
          <button
            type="button"
            aria-pressed={stepAt(row) === shown}
            onClick={() => chooseStep(stepAt(row))}
          >
            {countText(stepAt(row))}
          </button>
        )}
      />
    </div>
  );
}

/** The step to compare with: the one chosen, or the one before. */
function otherStep(steps: readonly number[], shown: number): number | null {
  const chosen = view.against.value;
  return chosen === null ? stepBefore(steps, shown) : nearestStep(steps, chosen);
}

const RUN = "run:";

interface AgainstProps {
  readonly steps: readonly number[];
  readonly other: number | null;
  readonly otherRun: string | null;
  /** The runs that have the tag, this one left out. */
  readonly runs: readonly string[];
}

function Against({ steps, other, otherRun, runs }: AgainstProps) {
  const choose = (value: string) => {
    if (value.startsWith(RUN)) view.compareWithRun(value.slice(RUN.length));
    else view.compareWith(value === "" ? null : Number(value));
  };
  const stepValue = view.against.value === null || steps.length === 1 ? "" : String(other);
  const optionOf = (id: string) => RUN + (identityById.value.get(id)?.name ?? id);
  return (
    <label class="text-against">
      {messages.comparedWith}
      <select
        value={otherRun === null ? stepValue : optionOf(otherRun)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {steps.length > 1 && (
          <>
            <option value="">{messages.previousStep}</option>
            <optgroup label={messages.steps}>
              {steps.slice(-500).map((step) => (
                <option key={step} value={String(step)}>
                  {messages.stepValue(step)}
                </option>
              ))}
            </optgroup>
          </>
        )}
        {steps.length === 1 && otherRun === null && <option value="">{messages.thisRun}</option>}
        {runs.length > 0 && (
          <optgroup label={messages.runs}>
            {runs.map((id) => (
              <option key={id} value={optionOf(id)}>
                {runName(id)}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  );
}

interface RunDifferenceProps {
  readonly tag: string;
  readonly run: string;
  readonly step: number;
  /** The run that it is compared with, and the step of that which is nearest. */
  readonly otherRun: string;
  readonly otherStep: number;
}

/** The last text of a step against that of another run. */
function RunDifference({ tag, run, step, otherRun, otherStep: atStep }: RunDifferenceProps) {
  const query = (of: string, at: number) =>
    ({ tag, run: of, steps: [at], form: "raw", nth: 0, values: VALUES }) as const;
  const after = useQuery(texts, query(run, step));
  const before = useQuery(texts, query(otherRun, atStep));
  const error = after.error ?? before.error;
  if (error !== null) return <ErrorState title={messages.textFailed} error={error} />;
  const [one, other] = [before.data?.values.at(-1), after.data?.values.at(-1)];
  if (one === undefined || other === undefined) {
    return <p class="text-note">{messages.loadingText}</p>;
  }
  const message = one.message ?? other.message;
  if (message) return <p class="text-note">{message}</p>;
  const textOf = (value: TextValue) => formattedJson(plainText(value)) ?? plainText(value);
  return <TextDifference before={textOf(one)} after={textOf(other)} />;
}

const MAX_IDLE = 60;

const texts = new QueryCache<TextQuery, Texts>({
  fetch: getText,
  version: ({ tag, run }) => seriesVersion(tag, [run]),
  maxIdle: MAX_IDLE,
});

function Content({
  tag,
  run,
  steps: logged,
  shown,
  other,
}: Omit<TextCardProps, "stepsOfRuns"> & { shown: number; other: number | null }) {
  const form = view.form.value;
  const isCompared = form === "difference";
  const steps = isCompared && other !== null ? [other, shown] : [shown];
  const nth = useSignal(0);
  const page = { nth: nth.value, values: VALUES };
  const query = { tag, run, steps, form: form === "rendered" ? form : ("raw" as const), ...page };
  const { data, error } = useQuery(texts, query);
  useEffect(() => {
    if (data?.values.length === 0) nth.value = 0; // another step may have fewer
  }, [data]);
  if (error !== null) return <ErrorState title={messages.textFailed} error={error} />;
  if (data === null) return <p class="text-note">{messages.loadingText}</p>;
  const at = (step: number) => data.values.filter((value) => Number(value.step) === step);
  if (!isCompared) {
    return (
      <>
        <Pager
          label={messages.textsPager}
          first={nth.value}
          size={VALUES}
          total={data.values[0]?.values ?? 0}
          onChange={(first) => {
            nth.value = first;
          }}
        />
        {at(shown).map((value) => (
          <TextTable key={value.nth} value={value} isRendered={form === "rendered"} />
        ))}
      </>
    );
  }
  if (other === null || other === shown) {
    return (
      <p class="text-note">{logged.length > 1 ? messages.chooseAnotherStep : messages.onlyStep}</p>
    );
  }
  const [before, after] = [at(other).at(-1), at(shown).at(-1)];
  const message = before?.message ?? after?.message;
  if (message) return <p class="text-note">{message}</p>;
  return before && after ? (
    <TextDifference before={plainText(before)} after={plainText(after)} />
  ) : null;
}

/**
 * The run that a card is compared with, or is itself: the one chosen, if it has the tag. A text of
 * one step has no other step, so it is compared with the baseline, or else with the first run.
 */
function referenceRun(steps: readonly number[], stepsOfRuns: StepsOfRuns): string | null {
  const runs = [...stepsOfRuns.keys()];
  const name = view.againstRun.value;
  const chosen = runs.find((id) => identityById.value.get(id)?.name === name);
  if (chosen !== undefined) return chosen;
  if (steps.length > 1 || runs.length === 1) return null;
  return runs.find((id) => id === baseline.value?.id) ?? runs[0] ?? null;
}

export function TextCard({ tag, run, steps, stepsOfRuns }: TextCardProps) {
  const element = useRef<HTMLElement>(null);
  const visible = useInViewport(element);
  const shown = nearestStep(steps, stepChosen.value);
  if (shown === null) return null;
  const other = otherStep(steps, shown);
  const isDifference = view.form.value === "difference";
  const reference = isDifference ? referenceRun(steps, stepsOfRuns) : null;
  const otherRun = reference === run ? null : reference;
  const nearest = otherRun === null ? null : nearestStep(stepsOfRuns.get(otherRun) ?? [], shown);
  const others = [...stepsOfRuns.keys()].filter((id) => id !== run);
  return (
    <article
      class="text-card"
      ref={element}
      aria-label={`${tag}, ${runName(run)}`}
      {...navigableRun(run)}
    >
      <header>
        <h3>
          <RunLabel {...runLabel(run)} />
        </h3>
        <span class="text-step">
          {steps.length > 1 ? messages.stepOfMany(shown, steps.length) : messages.stepValue(shown)}
        </span>
        {isDifference && steps.length + others.length > 1 && (
          <Against {...{ steps, other, otherRun }} runs={others} />
        )}
        <ExportMenu tag={tag} run={run} steps={steps} shown={shown} />
      </header>
      <div class="text-body">
        {steps.length > 1 && <StepList steps={steps} shown={shown} />}
        <section
          class="text-content"
          aria-label={`${tag}, ${runName(run)}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
          tabIndex={0}
        >
          {visible && reference === run && steps.length === 1 ? (
            <p class="text-note">{messages.isReference}</p>
          ) : visible && (otherRun === null || nearest === null) ? (
            <Content tag={tag} run={run} steps={steps} shown={shown} other={other} />
          ) : null}
          {visible && otherRun !== null && nearest !== null && (
            <RunDifference {...{ tag, run, otherRun }} step={shown} otherStep={nearest} />
          )}
        </section>
      </div>
    </article>
  );
}
