/** Taking many cards away at once: every point, written by the server while it is sent. */
import { resourceUrl } from "../../api/client";
import { downloadFrom } from "../../lib/download";
import { counted } from "../../lib/number-text";
import { boot } from "../../state/boot";
import { runs, shownRuns } from "../../state/runs";
import { MenuButton, MenuGroup, MenuItem } from "../../ui/menu";
import { allTags, filteredTags, shownTags } from "./tags";
import { showsSuperseded } from "./view";

const FORMATS = [
  { format: "csv", name: "CSV" },
  { format: "json", name: "JSON" },
  { format: "parquet", name: "Parquet" },
] as const;

/** The server reads a longer address no more. */
const LONGEST_ADDRESS = 60_000;

/** What is taken: these tags in these runs; undefined stands for all there are. */
interface Part {
  readonly tag?: readonly string[] | undefined;
  readonly run?: readonly string[] | undefined;
}

function urlOf(part: Part, format: string): string {
  const superseded = showsSuperseded.peek() ? "true" : undefined;
  return resourceUrl("api/export", { format, ...part, superseded });
}

interface FormatsProps {
  readonly title: string;
  readonly name: string;
  readonly part: Part;
}

export function Formats({ title, name, part }: FormatsProps) {
  const isTooLong = urlOf(part, "parquet").length > LONGEST_ADDRESS;
  return (
    <MenuGroup title={isTooLong ? `${title}: too many to name; filter, or take everything` : title}>
      {FORMATS.map(({ format, name: text }) => (
        <MenuItem
          key={format}
          disabled={isTooLong}
          onChoose={() => downloadFrom(urlOf(part, format), `${name}.${format}`)}
        >
          {text}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}

/** Read only while the menu is open: names of all cards and runs make long addresses. */
function Parts() {
  const isEvery = shownRuns.value.length === runs.value.length;
  const run = isEvery ? undefined : shownRuns.value.map(({ id }) => id);
  const isFiltered = filteredTags.value.length < shownTags.value.length;
  const tag = isFiltered ? filteredTags.value.map((one) => one.tag) : undefined;
  const shown = counted(shownRuns.value.length, "run");
  return (
    <>
      {filteredTags.value.length > 0 && (
        <Formats
          title={`These cards: ${counted(filteredTags.value.length, "tag")} of ${shown}`}
          name="cards"
          part={{ tag, run }}
        />
      )}
      {shownTags.value.length > 0 && (
        <Formats
          title={`The runs shown: ${counted(shownTags.value.length, "tag")} of ${shown}`}
          name="runs"
          part={{ run }}
        />
      )}
      <Formats
        title={`Everything: ${counted(allTags.value.length, "tag")} of ${counted(runs.value.length, "run")}`}
        name="scalars"
        part={{}}
      />
    </>
  );
}

export function ExportMenu() {
  if (allTags.value.length === 0 || boot.report !== null) return null;
  return (
    <MenuButton icon="download" label="Export" shortcut="e" takesAway="tab" isCompact>
      <Parts />
    </MenuButton>
  );
}
