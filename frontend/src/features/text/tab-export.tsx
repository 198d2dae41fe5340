/** Exports all texts of many cards at once, every step of them. */
import { valueExportUrl } from "../../api/value-export";
import { boot } from "../../state/base/boot";
import { tagParts } from "../../state/tags/export-scope";
import { ExportButton } from "../../ui/export/export-button";
import { ExportItems, TABLE_FILES } from "../../ui/export/export-items";
import { tagsToExport } from "./tags";

function Parts() {
  return (
    <ExportItems
      parts={tagParts({ name: "texts", ...tagsToExport.value })}
      formats={TABLE_FILES}
      urlOf={({ tag, run }, format) =>
        valueExportUrl({ kind: "text", format, tag, run, superseded: false })
      }
    />
  );
}

export function TabExport() {
  if (tagsToExport.value.all.length === 0 || boot.report !== null) return null;
  return (
    <ExportButton>
      <Parts />
    </ExportButton>
  );
}
