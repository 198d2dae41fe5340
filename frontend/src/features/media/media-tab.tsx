/** Pictures, sounds, videos and meshes of runs, at the step that all tabs share. */
import { useMemo, useRef } from "preact/hooks";
import type { MediaKind } from "../../api/media";
import { useLive } from "../../state/server/live-query";
import { useListKeys } from "../../state/shell/list-navigation";
import { EmptyState } from "../../ui/feedback/empty-state";
import { ErrorState } from "../../ui/feedback/error-state";
import { Skeleton } from "../../ui/feedback/skeleton";
import { AudioCard } from "./audio/audio-card";
import { FirstSteps } from "./card/steps-in-view";
import { ImageCard } from "./images/image-card";
import { MediaToolbar } from "./media-toolbar";
import { MeshCard } from "./meshes/mesh-card";
import * as messages from "./messages";
import type { MediaBatch } from "./options/batch-tags";
import * as view from "./options/tab-options";
import {
  areTagsRead,
  retryTags,
  shownBatches,
  shownMeshes,
  tagsError,
  useTags,
} from "./options/tags";
import { shownVideos, videoList } from "./options/videos";
import { VideoCard } from "./video/video-card";
import { Viewer } from "./viewer/viewer";
import "./media.css";

const TITLES = { images: messages.images, audio: messages.audio } as const;

interface SectionProps {
  readonly kind: MediaKind;
  readonly batches: readonly MediaBatch[];
}

function Section({ kind, batches }: SectionProps) {
  if (batches.length === 0) return null;
  return (
    <section class="media-section">
      <h2>
        {TITLES[kind]} <span class="media-count">{messages.tagCount(batches.length)}</span>
      </h2>
      {batches.map((batch) =>
        kind === "images" ? (
          <ImageCard key={batch.name} batch={batch} />
        ) : (
          <AudioCard key={batch.name} batch={batch} />
        ),
      )}
    </section>
  );
}

function Videos() {
  const tags = shownVideos.value;
  const { error, data } = videoList;
  if (error.value !== null && data.value === null) {
    return (
      <ErrorState title={messages.videosFailed} error={error.value} onRetry={videoList.retry} />
    );
  }
  if (tags.length === 0) return null;
  return (
    <section class="media-section">
      <h2>
        {messages.videos} <span class="media-count">{messages.tagCount(tags.length)}</span>
      </h2>
      {tags.map((one) => (
        <VideoCard key={one.tag} {...one} />
      ))}
    </section>
  );
}

function Meshes() {
  const meshes = shownMeshes.value;
  if (meshes.length === 0) return null;
  return (
    <section class="media-section">
      <h2>
        {messages.meshes} <span class="media-count">{messages.tagCount(meshes.length)}</span>
      </h2>
      {meshes.map((mesh) => (
        <MeshCard key={mesh.name} mesh={mesh} />
      ))}
    </section>
  );
}

/** What the arrow keys go through. */
function LeadingSteps() {
  const [batch] = shownBatches.value;
  if (batch !== undefined) {
    return <FirstSteps key={batch.name} kind={batch.media} tags={batch.tags} />;
  }
  const [mesh] = shownMeshes.value;
  return mesh === undefined ? null : <FirstSteps kind="meshes" tags={[mesh.steps_of]} />;
}

const OPEN_FIRST = {
  label: messages.openFirst,
  open: (card: HTMLElement): boolean => {
    const first = card.querySelector<HTMLElement>(
      "button.media-image-tile, .media-audio-row button",
    );
    first?.click();
    return first !== null;
  },
};

/** What stands below the cards, or in their place. */
function Rest({ isEmpty }: { readonly isEmpty: boolean }) {
  const isRead = areTagsRead.value;
  if (tagsError.value !== null && !isRead) {
    return <ErrorState title={messages.tagsFailed} error={tagsError.value} onRetry={retryTags} />;
  }
  if (!isEmpty) return null;
  if (!isRead) return <Skeleton text={messages.loadingTags} />;
  return (
    <EmptyState title={messages.nothingToShow}>
      <p>{messages.noTagMatches}</p>
    </EmptyState>
  );
}

function Cards() {
  const batches = shownBatches.value;
  const byKind = useMemo(
    () => ({
      images: batches.filter(({ media }) => media === "images"),
      audio: batches.filter(({ media }) => media === "audio"),
    }),
    [batches],
  );
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, "card", "media", OPEN_FIRST);
  return (
    <div class="media-list" ref={list}>
      <LeadingSteps />
      <Section kind="images" batches={byKind.images} />
      <Section kind="audio" batches={byKind.audio} />
      <Videos />
      <Meshes />
      <Rest isEmpty={batches.length + shownMeshes.value.length + shownVideos.value.length === 0} />
    </div>
  );
}

export function MediaTab() {
  useTags();
  useLive(videoList);
  const [first, second] = [view.first.value, view.second.value];
  return (
    <div class="media-tab ui-tab-column">
      <MediaToolbar />
      {first === null ? <Cards /> : <Viewer a={first} b={second} />}
    </div>
  );
}
