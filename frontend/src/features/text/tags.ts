/** The tags of this tab. */
import { tagsOfKind } from "../../state/tags/tags-of-kind";
import { tagFilter } from "./view";

export const { allTags, shownTags, tagsToExport, useTags, tagsError, retryTags } = tagsOfKind(
  "text",
  tagFilter,
);
