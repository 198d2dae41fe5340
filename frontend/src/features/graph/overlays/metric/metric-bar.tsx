/** Above the legend while a metric colours the nodes: which, how, and at which step. */
import type { ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { runs } from "../../../../state/runs/runs";
import { chooseStep, moveStep, useStepsInView } from "../../../../state/tags/selected-step";
import { Button } from "../../../../ui/controls/button";
import { StepSlider } from "../../../../ui/controls/step-slider";
import * as messages from "./messages";
import { type MetricName, parseMetric, printMetric, STATISTICS, VIEWS } from "./metric-choice";
import type { MetricSession } from "./metric-session";
import "./metric.css";

export interface MetricBarProps {
  /** Null while no metric colours the nodes. */
  readonly session: ReadonlySignal<MetricSession | null>;
}

export function MetricBar({ session }: MetricBarProps) {
  const metric = session.value;
  return metric === null ? null : <Bar metric={metric} />;
}

const NO_STEPS: readonly number[] = [];

function Bar({ metric }: { readonly metric: MetricSession }) {
  const { choice } = metric;
  const shown = choice.shown.value;
  const status = metric.status.value;
  const error = metric.error.value;
  return (
    <section class="graph-metric-bar" aria-label={messages.metricBar}>
      {shown !== undefined && (
        <>
          <Choice
            label={messages.metric}
            value={printMetric({ ...shown, statistic: "norm" })}
            onChoose={(text) => {
              const chosen = parseMetric(text);
              if (chosen) choice.show({ ...chosen, statistic: shown.statistic });
            }}
          >
            <MetricOptions metric={metric} />
          </Choice>
          {shown.kind === "histograms" && <StatisticChoice metric={metric} shown={shown} />}
          <ViewChoice metric={metric} />
        </>
      )}
      {error !== null && <p role="alert">{error.message}</p>}
      {error === null && status !== "" && <p role="status">{status}</p>}
      <Steps metric={metric} />
    </section>
  );
}

function StatisticChoice(props: { readonly metric: MetricSession; readonly shown: MetricName }) {
  const { metric, shown } = props;
  return (
    <Choice
      label={messages.statistic}
      value={shown.statistic}
      onChoose={(text) => {
        const statistic = STATISTICS.find((each) => each === text);
        if (statistic) metric.choice.show({ ...shown, statistic });
      }}
    >
      {STATISTICS.map((each) => (
        <option key={each} value={each}>
          {messages.STATISTIC_TEXTS[each]}
        </option>
      ))}
    </Choice>
  );
}

function ViewChoice({ metric }: { readonly metric: MetricSession }) {
  const { choice } = metric;
  const view = choice.view.value;
  return (
    <>
      <Choice
        label={messages.view}
        value={view}
        onChoose={(text) => {
          const chosen = VIEWS.find((each) => each === text) ?? "value";
          const at = metric.metrics.peek()?.steps[0];
          choice.see(chosen, chosen === "change" && at !== undefined ? String(at) : "");
        }}
      >
        {VIEWS.map((each) => (
          <option key={each} value={each}>
            {messages.VIEW_TEXTS[each]}
          </option>
        ))}
      </Choice>
      {view === "ratio" && (
        <Choice
          label={messages.baseline}
          value={choice.against.value}
          onChoose={(name) => choice.see(view, name)}
        >
          <option value="">{messages.choose}</option>
          {runs.value.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      {view === "over" && (
        <Choice
          label={messages.dividedBy}
          value={choice.against.value}
          onChoose={(text) => choice.see(view, text)}
        >
          <option value="">{messages.choose}</option>
          <MetricOptions metric={metric} />
        </Choice>
      )}
      {view === "change" && <Since metric={metric} />}
    </>
  );
}

function Since({ metric }: { readonly metric: MetricSession }) {
  const { choice } = metric;
  const shown = metric.shownStep.value;
  return (
    <>
      <span>{messages.sinceStep(choice.against.value)}</span>
      <Button
        look="quiet"
        disabled={shown === null}
        onClick={() => choice.see("change", String(shown))}
      >
        {messages.sinceThisStep}
      </Button>
    </>
  );
}

function MetricOptions({ metric }: { readonly metric: MetricSession }) {
  const all = metric.tags.value?.metrics ?? [];
  const groups = [
    { kind: "scalars", label: messages.scalars },
    { kind: "histograms", label: messages.histograms },
  ] as const;
  return (
    <>
      {groups.map(({ kind, label }) => {
        const own = all.filter((each) => each.kind === kind);
        if (own.length === 0) return null;
        return (
          <optgroup key={kind} label={label}>
            {own.map(({ metric: name, scopes }) => {
              const value = printMetric({ kind, statistic: "norm", metric: name });
              return (
                <option key={value} value={value}>
                  {messages.metricOption(name, scopes)}
                </option>
              );
            })}
          </optgroup>
        );
      })}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: ComponentChildren;
}

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      data-tooltip={label}
      value={value}
      onChange={(change) => onChoose(change.currentTarget.value)}
    >
      {children}
    </select>
  );
}

/** The step of all tabs: what is dragged here is dragged there. */
function Steps({ metric }: { readonly metric: MetricSession }) {
  const { steps, totalSteps } = metric.metrics.value ?? { steps: NO_STEPS, totalSteps: 0 };
  const shown = metric.shownStep.value;
  useStepsInView(steps);
  if (shown === null) return null;
  return (
    <>
      <StepSlider
        label={messages.step}
        steps={steps}
        value={shown}
        onMove={moveStep}
        onSettle={() => chooseStep(metric.shownStep.peek())}
      />
      {totalSteps > steps.length && (
        <span class="steps-shown" data-tooltip={messages.stepsHint}>
          {messages.stepsShown(steps.length, totalSteps)}
        </span>
      )}
    </>
  );
}
