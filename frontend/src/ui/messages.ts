/** The texts of controls and states that every tab shares. */
import { counted, countText } from "../lib/format/number";

// controls/pager
export const pageOf = (label: string): string => `Page of ${label}`;
export const previousPage = (label: string): string => `Previous ${label}`;
export const firstOfPage = (label: string): string => `First of ${label}`;
export const pageRange = (min: number, total: number, label: string): string =>
  `to ${countText(min)} of ${countText(total)} ${label}`;
export const nextPage = (label: string): string => `Next ${label}`;

// controls/search-field
export const clearFilter = "Clear filter";

// controls/step-slider
export const stepValue = (value: number): string => `step ${countText(value)}`;

// export/export-button
export const exportLabel = "Export";

// export/export-items
export const allTooMany = (title: string): string =>
  `${title}: too many for one file; filter, or export everything`;
export const someTooMany = (title: string): string =>
  `${title}: too many for some formats; filter, or export everything`;

// feedback/error-state
export const copied = "Copied";
export const copyFailed = "Could not copy to the clipboard";
export const copyDetails = "Copy details";
export const notInReport = "Not included in this report";
export const retry = "Retry";

// feedback/no-run-shown
export const noRunsSelected = "No runs selected";
export const selectRunsFor = (what: string): string =>
  `Select runs in the run table to see their ${what}.`;
export const showTenNewest = "Show the 10 newest";

// feedback/warning-list
export const tagInRun = (tag: string, runName: string): string => `${tag} in ${runName}`;
export const showTheRun = "Show the run";
export const showTheChart = "Show the chart at this step";
export const howLabel = (about: string): string => `How? Method for ${about}`;
export const how = "How?";
export const unmuteWarning = (about: string): string => `Unmute the warning about ${about}`;
export const muteWarning = (about: string): string => `Mute the warning about ${about}`;
export const unmute = "Unmute";
export const mute = "Mute";
export const showMore = (count: number): string => `Show ${countText(count)} more`;
export const hideMuted = (muted: number): string => `Hide ${countText(muted)} muted`;
export const showMuted = (muted: number): string => `Show ${countText(muted)} muted`;

// layout/toolbar-options
export const toolbarOptions = "Options";

// layout/full-screen
export const fullScreen = (name: string): string => `Full screen: ${name}`;
export const noSuchCard = (drawn: string, id: string): string => `No ${drawn} called “${id}”`;
export const noSuchCardDetail = (logged: string): string =>
  `No run here has logged ${logged} under this tag.`;
export const showAllOf = (drawn: string): string => `Show all ${drawn}s`;

// layout/lazy-part
export const partFailed = "Could not load this part of the page";

// layout/code-error
export const codeNotFetched = "The server does not respond. If it was updated, reload the page.";

// layout/tag-filter
export const filterTags = "Filter tags by name";
export const filterTagsPlaceholder = "Filter tags: text or /regex/";
export const someOfAll = (some: number, all: number): string =>
  `${countText(some)} of ${countText(all)}`;

// lists/card-sections
export const chartCount = (count: number): string => counted(count, "chart");
export const filterOrScroll = "; filter or scroll";
export const drawnCount = (open: number, all: number): string =>
  `${countText(open)} of ${counted(all, "chart")} drawn`;

// popover/dialog
export const close = "Close";

// layout/text-difference
export const textsEqual = "The texts are equal.";

// export/table-export-items
export const markdown = "Markdown";

// layout/json-tree
export const moreItems = (count: number): string => `${countText(count)} more items`;
