/** Charts of several tags: those that runs laid out, and those that viewers made here. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getTags } from "../../api/resources";
import type { Layouts } from "../../api/types";
import { getLayouts, getPatternMatches } from "../../api/values";
import { counted } from "../../lib/number-text";
import { followGeneration, useShown } from "../../state/resource";
import { settleHistory } from "../../state/url";
import { useAnswer } from "../../state/use-answer";
import { Button, IconButton } from "../../ui/button";
import { Check } from "../../ui/check";
import { EmptyState } from "../../ui/empty-state";
import { Failure } from "../../ui/failure";
import { Icon } from "../../ui/icon";
import { Skeleton } from "../../ui/skeleton";
import { TabToolbar } from "../../ui/tab-toolbar";
import { ChartForm } from "./chart-form";
import { CustomCard } from "./custom-card";
import { loadOwnCharts, ownCharts, putChart, removeChart } from "./own-charts";
import type { OwnChart } from "./plan";
import * as view from "./view";
import "./custom.css";

const layouts = followGeneration(getLayouts);
const tags = followGeneration(() => getTags("scalars"));

/** The chart in the form; null when there is none. */
type Editing = ReturnType<typeof useSignal<OwnChart | null>>;

function newChart(): OwnChart {
  return {
    id: crypto.getRandomValues(new Uint32Array(2)).join("-"),
    title: "",
    patterns: [],
    margins: [],
  };
}

function Toolbar({ editing }: { editing: Editing }) {
  return (
    <TabToolbar label="Custom charts">
      <Button
        icon="plus"
        onClick={() => {
          editing.value = newChart();
        }}
      >
        New chart
      </Button>
      <label class="custom-smoothing">
        Smoothing
        <input
          type="range"
          min={0}
          max={0.99}
          step={0.01}
          value={view.smoothing.value}
          onInput={({ currentTarget }) => view.setSmoothing(currentTarget.valueAsNumber)}
          onChange={settleHistory}
        />
      </label>
      <Check label="Log y" checked={view.logY.value} onChange={view.toggleLog} />
      {view.zoom.value !== null && (
        <Button icon="fit" onClick={() => view.setZoom(null)}>
          All steps
        </Button>
      )}
    </TabToolbar>
  );
}

function Actions({ chart, editing }: { chart: OwnChart; editing: Editing }) {
  return (
    <>
      <Button
        look="quiet"
        onClick={() => {
          editing.value = chart;
        }}
      >
        Edit
      </Button>
      <IconButton
        icon="close"
        label={`Remove the chart ${chart.title}`}
        onClick={() => removeChart(chart.id)}
      />
    </>
  );
}

function OwnCharts({ editing }: { editing: Editing }) {
  const charts = ownCharts.value;
  const patterns = [...new Set(charts.flatMap((chart) => chart.patterns))].slice(0, 50);
  const { data } = useAnswer(patterns.length === 0 ? null : JSON.stringify(patterns), (signal) =>
    getPatternMatches(patterns, signal),
  );
  const found = new Map(data?.patterns.map((one) => [one.pattern, one]));
  if (charts.length === 0) return null;
  return (
    <section>
      <h2 class="custom-heading">Made here</h2>
      <div class="custom-cards">
        {charts.map((chart) => {
          const matches = chart.patterns.flatMap((pattern) => found.get(pattern) ?? []);
          return (
            <CustomCard
              key={chart.id}
              plan={chart}
              tags={[...new Set(matches.flatMap((match) => match.tags))]}
              error={matches.find(({ error }) => error !== null)?.error ?? null}
              actions={<Actions chart={chart} editing={editing} />}
            />
          );
        })}
      </div>
    </section>
  );
}

function Category({ category }: { category: Layouts["categories"][number] }) {
  const { title, charts, closed } = category;
  const isFolded = closed !== view.turned.value.includes(title);
  return (
    <section>
      <h2 class="custom-heading">
        <button type="button" aria-expanded={!isFolded} onClick={() => view.turn(title)}>
          <Icon name={isFolded ? "chevron-right" : "chevron-down"} size={15} />
          {title || "Without title"}
          <span class="custom-count">{counted(charts.length, "chart")}</span>
        </button>
      </h2>
      {!isFolded && (
        <div class="custom-cards">
          {charts.map((chart, at) => (
            <CustomCard key={at} plan={chart} tags={chart.tags} error={chart.error} />
          ))}
        </div>
      )}
    </section>
  );
}

function Nothing() {
  return (
    <EmptyState title="No chart is laid out yet">
      <p>
        A chart here draws the scalars of several tags over each other, or a line with a band around
        it. Make one with “New chart”: it is kept for everybody who looks at this log directory.
      </p>
      <h3>From PyTorch</h3>
      <pre>{'writer.add_custom_scalars_multilinechart(["loss/train", "loss/test"])'}</pre>
    </EmptyState>
  );
}

export function CustomTab() {
  useShown(layouts);
  useShown(tags);
  const editing = useSignal<OwnChart | null>(null);
  useEffect(() => void loadOwnCharts(), []);
  const answer = layouts.data.value;
  if (answer === null) {
    const error = layouts.error.value;
    if (error === null) return <Skeleton text="Reading the layouts of charts" />;
    return <Failure title="The layouts could not be read" error={error} onRetry={layouts.retry} />;
  }
  const isEmpty = answer.categories.length === 0 && ownCharts.value.length === 0;
  return (
    <div class="tab-column">
      <Toolbar editing={editing} />
      <div class="custom-list">
        {editing.value !== null && (
          <ChartForm
            key={editing.value.id}
            chart={editing.value}
            tags={tags.data.value?.tags.map(({ tag }) => tag) ?? []}
            onKeep={(chart) => {
              putChart(chart);
              editing.value = null;
            }}
            onCancel={() => {
              editing.value = null;
            }}
          />
        )}
        <OwnCharts editing={editing} />
        {answer.categories.map((category) => (
          <Category key={category.title} category={category} />
        ))}
        {answer.unread.map((message) => (
          <p key={message} class="custom-note">
            A layout could not be read: {message}
          </p>
        ))}
        {isEmpty && editing.value === null && <Nothing />}
      </div>
    </div>
  );
}
