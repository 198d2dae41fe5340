/** Exports all histograms of many cards at once, every step of them. */
import { valueExportUrl } from "../../../api/value-export";
import { boot } from "../../../state/base/boot";
import { tagParts } from "../../../state/tags/export-scope";
import { ExportButton } from "../../../ui/export/export-button";
import { ExportItems, TABLE_FILES } from "../../../ui/export/export-items";
import { showsSuperseded } from "../options/tab-options";
import { allTags, filteredTags, shownTags } from "../options/tags";

function Parts() {
  const [all, shown, filtered] = [allTags.value, shownTags.value, filteredTags.value];
  const superseded = showsSuperseded.value;
  return (
    <ExportItems
      parts={tagParts({ name: "histograms", all, shown, filtered })}
      formats={TABLE_FILES}
      urlOf={({ tag, run }, format) =>
        valueExportUrl({ kind: "histograms", format, tag, run, superseded })
      }
    />
  );
}

export function TabExport() {
  if (allTags.value.length === 0 || boot.report !== null) return null;
  return (
    <ExportButton>
      <Parts />
    </ExportButton>
  );
}
