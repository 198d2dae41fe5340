/** Options in the address of the page: links restore them, the page's undo covers them. */

import { shownView } from "../../../state/address/shown-view";
import {
  absorbChanges,
  canRedo,
  canUndo,
  redo,
  undo,
  whenReplayed,
} from "../../../state/address/undo";
import {
  commitHistory,
  settleHistory,
  urlList,
  urlText,
  viewSearch,
} from "../../../state/address/url-state";
import { preference } from "../../../state/base/local-preference";
import { GraphOptions } from "./graph-options";
import type { OptionStore } from "./option-store";

const ADDRESS: OptionStore = {
  text: urlText,
  list: urlList,
  preference: (name, fallback) => preference<boolean>(name, fallback),
  commit: commitHistory,
  settle: () => {
    settleHistory();
    absorbChanges();
  },
  search: viewSearch,
  openedView: shownView,
  history: { canUndo, canRedo, undo, redo, whenReplayed },
};

/** The page has one address, so it has one object with the options in it. */
let bound: GraphOptions | undefined;

export function addressOptions(): GraphOptions {
  bound ??= new GraphOptions(ADDRESS);
  return bound;
}
