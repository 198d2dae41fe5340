/** Pictures and sounds that runs logged, at the step that all tabs share. */
import { useMemo } from "preact/hooks";
import { counted } from "../../lib/number-text";
import { EmptyState } from "../../ui/empty-state";
import { Failure } from "../../ui/failure";
import { Skeleton } from "../../ui/skeleton";
import { AudioCard } from "./audio-card";
import { ImageCard } from "./image-card";
import { MediaToolbar } from "./media-toolbar";
import { FirstSteps } from "./steps-in-view";
import { allTags, type MediaTag, retryTags, shownTags, tagsError, useTags } from "./tags";
import * as view from "./view";
import { Viewer } from "./viewer";
import "./media.css";

const TITLES = { images: "Images", audio: "Audio" } as const;

function Section({ kind, tags }: { kind: "images" | "audio"; tags: readonly MediaTag[] }) {
  if (tags.length === 0) return null;
  return (
    <section class="media-section">
      <h2>
        {TITLES[kind]} <span class="media-count">{counted(tags.length, "tag")}</span>
      </h2>
      {tags.map((tag) =>
        kind === "images" ? (
          <ImageCard key={tag.tag} tag={tag} />
        ) : (
          <AudioCard key={tag.tag} tag={tag} />
        ),
      )}
    </section>
  );
}

function Cards() {
  const tags = shownTags.value;
  const byKind = useMemo(
    () => ({
      images: tags.filter(({ media }) => media === "images"),
      audio: tags.filter(({ media }) => media === "audio"),
    }),
    [tags],
  );
  const [leading] = tags;
  return (
    <div class="media-list">
      {leading !== undefined && <FirstSteps tag={leading} />}
      <Section kind="images" tags={byKind.images} />
      <Section kind="audio" tags={byKind.audio} />
      {tags.length === 0 && (
        <EmptyState title="No pictures and no sounds to show">
          <p>None of the runs shown has any whose tag passes the filter.</p>
        </EmptyState>
      )}
    </div>
  );
}

export function MediaTab() {
  useTags();
  if (allTags.value === null) {
    if (tagsError.value === null)
      return <Skeleton text="Reading the tags of pictures and sounds" />;
    return (
      <Failure title="The tags could not be read" error={tagsError.value} onRetry={retryTags} />
    );
  }
  const [first, second] = [view.first.value, view.second.value];
  return (
    <div class="media-tab">
      <MediaToolbar />
      {first === null ? <Cards /> : <Viewer a={first} b={second} />}
    </div>
  );
}
