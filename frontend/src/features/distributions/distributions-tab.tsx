import { absentSentence } from "../../state/runs/absent-runs";
import { runCount, runsLoaded, showNewest, shownRuns } from "../../state/runs/runs";
import { reading } from "../../state/server/connection";
import { Button } from "../../ui/controls/button";
import { EmptyState } from "../../ui/feedback/empty-state";
import { ErrorState } from "../../ui/feedback/error-state";
import { NoRunShown } from "../../ui/feedback/no-run-shown";
import { Skeleton } from "../../ui/feedback/skeleton";
import { CardGrid } from "./card-grid";
import { useLoggedSteps } from "./data/logged-steps";
import { FullScreenCard } from "./full-screen-card";
import { HowToRead } from "./guide/how-to-read";
import * as messages from "./messages";
import { fullScreenTag, isHelpOpen, tagFilterText } from "./options/tab-options";
import {
  allTags,
  filteredTags,
  retryTags,
  shownTags,
  tagsError,
  tagsLoaded,
  useTags,
} from "./options/tags";
import { Toolbar } from "./toolbar/toolbar";
import "./distributions.css";

function Reading() {
  return <Skeleton text={messages.runsSoFar(runCount.value)} />;
}

function NoTagInShownRuns() {
  return (
    <EmptyState title={messages.noHistograms}>
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
    const title = messages.tagsFailed;
    return <ErrorState title={title} error={tagsError.value} onRetry={retryTags} />;
  }
  if (!tagsLoaded.value || !runsLoaded.value) return <Reading />;
  if (shownRuns.value.length === 0) {
    return (
      <NoRunShown
        what={messages.distributionsNoun}
        absent={absentSentence.value}
        onShowNewest={showNewest}
      />
    );
  }
  if (shownTags.value.length === 0) return reading.value ? <Reading /> : <NoTagInShownRuns />;
  if (filteredTags.value.length === 0) return <NoTagMatches />;
  return <CardGrid />;
}

export function DistributionsTab() {
  useTags();
  useLoggedSteps();
  // Before the tags are known, the page says that it reads them.
  const full = tagsLoaded.value ? fullScreenTag.value : null;
  return (
    <div class="distributions ui-tab-column">
      <Toolbar />
      <div class="distribution-content">
        <div class="ui-tab-column" inert={full !== null}>
          {isHelpOpen.value && <HowToRead />}
          <Content />
        </div>
        {full !== null && <FullScreenCard tag={full} />}
      </div>
    </div>
  );
}
