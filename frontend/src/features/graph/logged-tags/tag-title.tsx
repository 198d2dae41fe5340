import type { ComponentChildren } from "preact";
import type { Run } from "../../../api/types";
import * as messages from "./messages";
import { type Charted, openTag } from "./open-tag";

interface TagTitleProps {
  readonly kind: Charted;
  readonly tag: string;
  readonly run: Run;
  /** The text beside the tag. */
  readonly children: ComponentChildren;
}

/** The name of a tag above its small chart, which leads to the whole card. */
export function TagTitle({ kind, tag, run, children }: TagTitleProps) {
  return (
    <p>
      <button
        type="button"
        class="ui-link"
        data-tooltip={messages.openCard(tag)}
        onClick={() => openTag(kind, tag, run)}
      >
        {tag}
      </button>
      <span class="graph-info-flow">{children}</span>
    </p>
  );
}
