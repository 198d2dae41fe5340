import { absentSentence } from "../../state/runs/absent-runs";
import { runCount, runsLoaded, showNewest, shownRuns } from "../../state/runs/runs";
import { reading, status } from "../../state/server/connection";
import { isPageIdle } from "../../state/shell/page-idle";
import { Button } from "../../ui/controls/button";
import { EmptyState } from "../../ui/feedback/empty-state";
import { ErrorState } from "../../ui/feedback/error-state";
import { NoRunShown } from "../../ui/feedback/no-run-shown";
import { Skeleton } from "../../ui/feedback/skeleton";
import { lazyPart } from "../../ui/layout/lazy-part";
import { CardGrid } from "./card-grid";
import { FullScreenCard } from "./full-screen-card";
import * as messages from "./messages";
import { fullScreenCard, tagFilterText } from "./options/tab-options";
import {
  allTags,
  filteredTags,
  findCard,
  retryTags,
  sections,
  shownTags,
  tagsError,
  tagsLoaded,
  useTags,
} from "./options/tags";
import { Toolbar } from "./toolbar/toolbar";
import "./scalars.css";

/** The cards come first. */
const WarningsStrip = lazyPart(
  async () => (await import("./toolbar/warnings-strip")).WarningsStrip,
);

const AfterCards = lazyPart(async () => (await import("./after-cards")).AfterCards);

function Reading() {
  const loading = status.value?.loading;
  const text = loading ? messages.loadingScalars(runCount.value, loading.points) : "";
  return <Skeleton text={text} />;
}

function NoScalars() {
  return (
    <EmptyState title={messages.noScalarsInTheseRuns}>
      <p>{messages.noScalarsDetail(runCount.value)}</p>
      <pre>
        {'writer.add_scalar("loss", loss, step)       # PyTorch\n'}
        {'tf.summary.scalar("loss", loss, step=step)  # TensorFlow'}
      </pre>
    </EmptyState>
  );
}

function NoTagInShownRuns() {
  return (
    <EmptyState title={messages.noScalarsShown}>
      <p>{messages.inHiddenRuns(allTags.value.length)}</p>
    </EmptyState>
  );
}

function NoTagMatches() {
  return (
    <EmptyState title={messages.noMatch(shownTags.value.length)}>
      <p>{messages.noMatchDetail(tagFilterText.value)}</p>
      <Button
        onClick={() => {
          tagFilterText.value = "";
        }}
      >
        {messages.clearFilter}
      </Button>
    </EmptyState>
  );
}

function Content() {
  if (tagsError.value !== null && !tagsLoaded.value) {
    return <ErrorState title={messages.tagsFailed} error={tagsError.value} onRetry={retryTags} />;
  }
  if (!tagsLoaded.value || !runsLoaded.value) return <Reading />;
  if (allTags.value.length === 0) return reading.value ? <Reading /> : <NoScalars />;
  if (shownRuns.value.length === 0) {
    return (
      <NoRunShown
        what={messages.scalarsNoun}
        absent={absentSentence.value}
        onShowNewest={showNewest}
      />
    );
  }
  if (shownTags.value.length === 0) return reading.value ? <Reading /> : <NoTagInShownRuns />;
  if (filteredTags.value.length === 0) return <NoTagMatches />;
  return <CardGrid sections={sections.value} />;
}

export function ScalarsTab() {
  useTags();
  // Before the tags are known, the page says that it reads them.
  const full = tagsLoaded.value ? fullScreenCard.value : null;
  return (
    <div class="scalar-tab">
      <div class="ui-tab-column" inert={full !== null}>
        <Toolbar />
        {isPageIdle.value && <WarningsStrip />}
        <Content />
      </div>
      {isPageIdle.value && <AfterCards />}
      {full !== null && <FullScreenCard card={full} spec={findCard(full)} />}
    </div>
  );
}
