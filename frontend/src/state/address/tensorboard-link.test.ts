import fc from "fast-check";
import { expect, it } from "vitest";
import { parseQuery, printQuery } from "../../lib/browser/query-string";
import { readTensorBoardLink } from "./tensorboard-link";

function read(link: string): string | undefined {
  const [search = "", hash = ""] = link.split("#");
  const view = readTensorBoardLink(parseQuery(search), hash === "" ? "" : `#${hash}`);
  return view && decodeURIComponent(printQuery(view)).replaceAll("+", " ");
}

const PINNED = encodeURIComponent(
  JSON.stringify([
    { plugin: "scalars", tag: "loss/train" },
    { plugin: "images", tag: "digits", runId: "1/a" },
    { plugin: "scalars", tag: "acc" },
  ]),
);
const STATE = btoa(JSON.stringify({ "lr_0.1": true, "lr_0.01": false, all: true }));

it.each([
  ["#scalars", "?tab=scalars"],
  ["#timeseries", "?tab=scalars"],
  ["#graphs", "?tab=graph"],
  ["#graphs&run=a/train", "?tab=graph&runs=a/train"],
  ["#scalars&run=a/train", "?tab=scalars&run=a/train"],
  ["#histograms", "?tab=distributions"],
  ["?smoothing=0.85#timeseries", "?tab=scalars&smooth=0.85"],
  ["?smoothing=0.600", "?smooth=0.6"],
  ["?tagFilter=^loss|acc$", "?tags=/^loss|acc$/"],
  ["?runFilter=lr_0", "?filter=/lr_0/&runs=re:lr_0"],
  [`?pinnedCards=${PINNED}`, "?pin=loss/train&pin=acc"],
  ["?runColorGroup=regex:lr_(.)#scalars", "?tab=scalars&by=match:lr_(.)&band=off"],
  ["?runColorGroup=experiment&tab=graph", "?tab=graph"],
  ["?theirs=1&tagFilter=&smoothing=lots#scalars", "?tab=scalars&theirs=1&smoothing=lots"],
  [`#scalars&runSelectionState=${STATE}`, "?tab=scalars&runs=lr_0.1&runs=name:all"],
  ["#images&_smoothingWeight=0.9&regexInput=a.b", "?tab=media&smooth=0.9&filter=/a.b/&runs=re:a.b"],
])("reads %s", (link, view) => {
  expect(read(link)).toBe(view);
});

it.each(["", "?tab=graph&camera=1,2", "#section", "?pinnedCards=oops", "#scalar"])(
  "leaves %s alone",
  (link) => {
    expect(read(link)).toBeUndefined();
  },
);

it("parses any text without throwing", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (state, cards) => {
      const query = [["pinnedCards", cards]] as const;
      readTensorBoardLink(query, `#scalars&runSelectionState=${encodeURIComponent(state)}`);
    }),
  );
});
