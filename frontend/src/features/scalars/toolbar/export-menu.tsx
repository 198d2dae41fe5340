/** Exports many cards at once: every point, streamed by the server. */
import { resourceUrl } from "../../../api/client";
import { boot } from "../../../state/base/boot";
import { type TagPart, tagParts } from "../../../state/tags/export-scope";
import { ExportButton } from "../../../ui/export/export-button";
import { ExportItems, TABLE_FILES } from "../../../ui/export/export-items";
import * as messages from "../messages";
import { showsSuperseded } from "../options/tab-options";
import { allTags, filteredTags, shownTags } from "../options/tags";

const FORMATS = [
  ...TABLE_FILES,
  { format: "parquet", name: messages.parquet, ending: "parquet" },
] as const;

function urlOf({ tag, run }: TagPart, format: string): string {
  const superseded = showsSuperseded.peek() ? "true" : undefined;
  return resourceUrl("api/export", { format, tag, run, superseded });
}

/** Menu items that export parts of the scalars. */
export function ScalarParts({ parts }: { readonly parts: readonly TagPart[] }) {
  return <ExportItems parts={parts} formats={FORMATS} urlOf={urlOf} />;
}

function Parts() {
  const [all, shown, filtered] = [allTags.value, shownTags.value, filteredTags.value];
  return <ScalarParts parts={tagParts({ name: "scalars", all, shown, filtered })} />;
}

export function ExportMenu() {
  if (allTags.value.length === 0 || boot.report !== null) return null;
  return (
    <ExportButton>
      <Parts />
    </ExportButton>
  );
}
