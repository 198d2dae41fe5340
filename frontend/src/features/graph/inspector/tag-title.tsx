import type { ComponentChildren } from "preact";
import type { Run } from "../../../api/types";
import { type Charted, openCard } from "./open-tag";

interface TagTitleProps {
  readonly kind: Charted;
  readonly tag: string;
  readonly run: Run;
  /** What is said of the tag, beside it. */
  readonly children: ComponentChildren;
}

/** The name of a tag above its small chart, which leads to the whole card. */
export function TagTitle({ kind, tag, run, children }: TagTitleProps) {
  return (
    <p>
      <button
        type="button"
        class="ui-link"
        data-tooltip={`${tag}: open the card`}
        onClick={() => openCard(kind, tag, run)}
      >
        {tag}
      </button>
      <span class="graph-info-flow">{children}</span>
    </p>
  );
}
