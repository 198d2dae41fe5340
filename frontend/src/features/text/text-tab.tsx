/** Texts that runs logged, by tag and run, at the step that all tabs share. */

import { useMemo, useRef } from "preact/hooks";
import type { Tag } from "../../api/types";
import { unionOfSteps } from "../../lib/algorithms/nearest-step";
import { plainMarkdown } from "../../lib/format/plain-markdown";
import type { CardSize } from "../../lib/lists/card-layout";
import { listedRuns } from "../../state/runs/listed-order";
import { useQuery } from "../../state/server/use-query";
import { cardSize, chooseCardSize } from "../../state/shell/card-size";
import { useFilterKey } from "../../state/shell/filter-shortcut";
import { useListKeys } from "../../state/shell/list-navigation";
import { useStepsOfCard, useStepsOfCards } from "../../state/tags/steps-in-view";
import { stepsOfTags } from "../../state/tags/steps-of-tags";
import { SegmentedControl } from "../../ui/controls/segmented-control";
import { Term } from "../../ui/controls/term";
import { EmptyState } from "../../ui/feedback/empty-state";
import { ErrorState } from "../../ui/feedback/error-state";
import { Skeleton } from "../../ui/feedback/skeleton";
import { CardSizeMenu } from "../../ui/layout/card-size-items";
import { TabToolbar } from "../../ui/layout/tab-toolbar";
import { TagFilter } from "../../ui/layout/tag-filter";
import { ToolbarOptions } from "../../ui/layout/toolbar-options";
import * as messages from "./messages";
import { TabExport } from "./tab-export";
import { allTags, retryTags, shownTags, tagsError, useTags } from "./tags";
import { TextCard } from "./text-card";
import * as view from "./view";
import "./text.css";

const MAX_RUNS = 30;
const FORMS = [
  { value: "rendered", text: messages.rendered, tooltip: messages.renderedTitle },
  { value: "raw", text: messages.raw, tooltip: messages.rawTitle },
  { value: "difference", text: messages.difference, tooltip: messages.differenceTitle },
] as const;

function Toolbar() {
  const input = useFilterKey("text");
  return (
    <TabToolbar label={messages.texts}>
      <TagFilter text={view.tagFilterText} error={view.tagFilter.value.error} inputRef={input} />
      <ToolbarOptions>
        <SegmentedControl
          label={messages.showAs}
          value={view.form.value}
          choices={FORMS}
          onChange={view.setForm}
        />
      </ToolbarOptions>
      <CardSizeMenu size={cardSize.value} onChoose={chooseCardSize} />
      <TabExport />
    </TabToolbar>
  );
}

function TagSection({ tag }: { tag: Tag }) {
  const { data, error } = useQuery(stepsOfTags, { kind: "text", tags: [tag.tag] });
  const shown = listedRuns.value;
  const cards = useMemo(() => {
    const stepsOf = new Map(
      data?.series.map(({ run, step }) => [run, unionOfSteps([step.map(Number)])]),
    );
    return shown.flatMap(({ id }) => {
      const steps = stepsOf.get(id);
      return steps === undefined || steps.length === 0 ? [] : [{ run: id, steps }];
    });
  }, [data, shown]);
  const stepsOfRuns = useMemo(() => new Map(cards.map(({ run, steps }) => [run, steps])), [cards]);
  const inView = useMemo(() => unionOfSteps(cards.map(({ steps }) => steps)), [cards]);
  useStepsOfCard(`text ${tag.tag}`, inView);
  const drawn = cards.slice(0, MAX_RUNS);
  return (
    <section class="text-section">
      <h2>
        <Term explanation={plainMarkdown(tag.description)}>{tag.display_name || tag.tag}</Term>
      </h2>
      {error !== null && <ErrorState title={messages.stepsFailed} error={error} />}
      {drawn.map(({ run, steps }) => (
        <TextCard key={run} {...{ run, steps, stepsOfRuns }} tag={tag.tag} />
      ))}
      {cards.length > drawn.length && (
        <p class="text-note">{messages.moreRunsNotDrawn(cards.length - drawn.length)}</p>
      )}
    </section>
  );
}

function Nothing() {
  return (
    <EmptyState title={messages.nothingToShow}>
      <p>{messages.noTagMatches}</p>
    </EmptyState>
  );
}

const LIST_CLASSES: Record<CardSize, string> = { S: "small", M: "medium", L: "large" };

export function TextTab() {
  useTags();
  useStepsOfCards();
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, "text", "text");
  if (allTags.value === null) {
    if (tagsError.value === null) return <Skeleton text={messages.loadingTags} />;
    return <ErrorState title={messages.tagsFailed} error={tagsError.value} onRetry={retryTags} />;
  }
  return (
    <div class="ui-tab-column">
      <Toolbar />
      <div class={`text-list ${LIST_CLASSES[cardSize.value]}`} ref={list}>
        {shownTags.value.map((tag) => (
          <TagSection key={tag.tag} tag={tag} />
        ))}
        {shownTags.value.length === 0 && <Nothing />}
      </div>
    </div>
  );
}
