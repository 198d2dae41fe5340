/** Exports the images and sounds of many cards at once, as they were logged. */
import { filesUrl, type MediaKind } from "../../api/media";
import { boot } from "../../state/base/boot";
import { type TagPart, tagParts } from "../../state/tags/export-scope";
import { ExportButton } from "../../ui/export/export-button";
import { ExportItems } from "../../ui/export/export-items";
import * as messages from "./messages";
import { tagsToExport } from "./options/tags";

const FORMATS = [
  { format: "images", name: messages.imagesZip, ending: "zip" },
  { format: "audio", name: messages.audioZip, ending: "zip" },
] as const;

/** Null where the part has none of the kind. */
function urlOf({ tag, run }: TagPart, kind: MediaKind): string | null {
  const named = tag === undefined ? null : new Set(tag);
  const { all, shown } = tagsToExport.value;
  const there = (run === undefined ? all : shown).filter(
    (one) => one.media === kind && (named === null || named.has(one.tag)),
  );
  if (there.length === 0) return null;
  return filesUrl(kind, { tag: named === null ? undefined : there.map((one) => one.tag), run });
}

function Parts() {
  const parts = tagParts({ name: "media", ...tagsToExport.value });
  return <ExportItems parts={parts} formats={FORMATS} urlOf={urlOf} />;
}

export function TabExport() {
  if (tagsToExport.value.all.length === 0 || boot.report !== null) return null;
  return (
    <ExportButton>
      <Parts />
    </ExportButton>
  );
}
