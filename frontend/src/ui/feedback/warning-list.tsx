/** Warnings as a list: each one sentence, how it was computed, a way to its place and a mute. */
import { useState } from "preact/hooks";
import { Button } from "../controls/button";
import * as messages from "../messages";
import "./warning-list.css";

export interface WarningItem {
  readonly key: string;
  /** CSS colour of the run. */
  readonly colour: string;
  readonly runName: string;
  readonly tag: string | null;
  readonly message: string;
  readonly method: string;
  readonly isMuted: boolean;
}

interface WarningListProps {
  readonly items: readonly WarningItem[];
  readonly onOpen: (key: string) => void;
  readonly onMute: (key: string, isMuted: boolean) => void;
}

/** The number listed at first, and added by each “Show more”. */
const LISTED = 20;

/** The run in its colour, and the tag. */
export function WarningPlace({ colour, runName, tag }: WarningItem) {
  return (
    <span class="ui-warning-about">
      <svg class="ui-warning-run" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
        <rect width="10" height="10" rx="2" fill={colour} />
      </svg>
      {runName}
      {tag !== null && <> · {tag}</>}
    </span>
  );
}

/** The list may scroll, and the explanation would open below its edge. */
function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

interface RowProps extends Pick<WarningListProps, "onOpen" | "onMute"> {
  readonly item: WarningItem;
}

function Row({ item, onOpen, onMute }: RowProps) {
  const { key, message, method, isMuted, runName, tag } = item;
  const [isExplained, setExplained] = useState(false);
  const about = tag === null ? runName : messages.tagInRun(tag, runName);
  return (
    <li class={isMuted ? "ui-muted" : undefined}>
      <button
        type="button"
        class="ui-warning-open"
        data-tooltip={tag === null ? messages.showTheRun : messages.showTheChart}
        onClick={() => onOpen(key)}
      >
        <WarningPlace {...item} />
        <span class="ui-warning-message">{message}</span>
      </button>
      <button
        type="button"
        class="ui-button quiet"
        aria-expanded={isExplained}
        aria-label={messages.howLabel(about)}
        onClick={() => setExplained(!isExplained)}
      >
        {messages.how}
      </button>
      <button
        type="button"
        class="ui-button quiet"
        aria-label={isMuted ? messages.unmuteWarning(about) : messages.muteWarning(about)}
        onClick={() => onMute(key, !isMuted)}
      >
        {isMuted ? messages.unmute : messages.mute}
      </button>
      {isExplained && <p ref={scrollIntoSight}>{method}</p>}
    </li>
  );
}

export function WarningList({ items, onOpen, onMute }: WarningListProps) {
  const [listed, setListed] = useState(LISTED);
  const [showsMuted, setShowsMuted] = useState(false);
  const muted = items.filter(({ isMuted }) => isMuted).length;
  const wanted = showsMuted ? items : items.filter(({ isMuted }) => !isMuted);
  return (
    <div class="ui-warning-list">
      <ul>
        {wanted.slice(0, listed).map((item) => (
          <Row key={item.key} item={item} onOpen={onOpen} onMute={onMute} />
        ))}
      </ul>
      {wanted.length > listed && (
        <Button look="quiet" onClick={() => setListed(listed + LISTED)}>
          {messages.showMore(wanted.length - listed)}
        </Button>
      )}
      {muted > 0 && (
        <Button look="quiet" onClick={() => setShowsMuted(!showsMuted)}>
          {showsMuted ? messages.hideMuted(muted) : messages.showMuted(muted)}
        </Button>
      )}
    </div>
  );
}
