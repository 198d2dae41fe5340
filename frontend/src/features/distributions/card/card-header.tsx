/** A card's title, its warnings and its export menu. */

import type { Histograms } from "../../../api/histograms";
import type { Tag } from "../../../api/types";
import type { ShortName } from "../../../lib/lists/shortener";
import { shortRunName } from "../../../state/runs/run-labels";
import { runName } from "../../../state/runs/runs";
import { IconButton } from "../../../ui/controls/button";
import { Icon } from "../../../ui/controls/icon";
import { NameText } from "../../../ui/controls/name-text";
import { Term } from "../../../ui/controls/term";
import * as messages from "../messages";
import { openFullScreen, pinned, togglePin, toggleSuperseded } from "../options/tab-options";
import type { Facet } from "../plot/facet";
import type { Size } from "./distribution-plot";
import { ExportMenu } from "./export-menu";

/** The signs of trouble, the first in full: on a card there is room for one line. */
function Signs({ series }: Histograms) {
  const signs = series.flatMap(({ run, warnings }) => warnings.map((sign) => ({ run, ...sign })));
  const [first, ...others] = signs;
  if (first === undefined) return null;
  const lines = signs.map(({ run, message, method }) =>
    messages.signTitle(runName(run), message, method),
  );
  return (
    <Term class="distribution-sign" explanation={lines.join("\n\n")}>
      <Icon name="warning" size={14} />
      <span>
        {series.length > 1 && `${shortRunName(first.run)}: `}
        {first.message}
      </span>
      {others.length > 0 && <span class="distribution-sign-more">+{others.length}</span>}
    </Term>
  );
}

/** Steps that a damaged file or a restart took out of sight. */
function Missing({ series }: Histograms) {
  const unread = series.flatMap((each) => each.unread);
  const hidden = series.reduce((sum, each) => sum + each.hidden, 0);
  return (
    <>
      {hidden > 0 && (
        <button
          type="button"
          class="distribution-chip"
          data-tooltip={messages.overwrittenTitle}
          onClick={toggleSuperseded}
        >
          {messages.overwritten(hidden)}
        </button>
      )}
      {unread.length > 0 && (
        <Term
          class="distribution-chip bad"
          explanation={unread.map(({ step, message }) => `Step ${step}: ${message}`).join("\n")}
        >
          {messages.unreadable(unread.length)}
        </Term>
      )}
    </>
  );
}

interface CardHeaderProps {
  readonly tag: Tag;
  readonly title: ShortName | undefined;
  readonly histograms: Histograms | null;
  readonly facets: readonly Facet[];
  readonly size: Size | null;
  readonly full: boolean;
}

export function CardHeader({ tag, title, histograms, facets, size, full }: CardHeaderProps) {
  const isPinned = pinned.value.includes(tag.tag);
  return (
    <>
      <header class="distribution-header">
        <h3>
          <Term explanation={tag.description && `${tag.tag}\n${tag.description}`}>
            <NameText
              name={title?.name ?? tag.tag}
              full={tag.description ? null : tag.tag}
              pieces={title?.pieces}
            />
          </Term>
        </h3>
        {histograms !== null && <Missing {...histograms} />}
        {histograms !== null && size !== null && facets.length > 0 && (
          <ExportMenu histograms={histograms} facets={facets} size={size} />
        )}
        <IconButton
          icon="pin"
          label={isPinned ? messages.unpin(tag.tag) : messages.pin(tag.tag)}
          shortcut="p"
          pressed={isPinned}
          onClick={() => togglePin(tag.tag)}
        />
        <IconButton
          icon={full ? "shrink" : "expand"}
          label={full ? messages.leaveFullScreen : messages.fullScreenOf(tag.tag)}
          {...(full && { shortcut: "Esc" })}
          onClick={() => openFullScreen(full ? null : tag.tag)}
        />
      </header>
      {histograms !== null && <Signs {...histograms} />}
    </>
  );
}
