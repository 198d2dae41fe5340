/** What the server writes into the page, so that the first drawing need not wait for an answer. */
import type { Status } from "../../api/types";

/** What a report says of itself. */
export interface ReportNotes {
  /** When it was made, in seconds since the epoch. */
  readonly made_at: number;
  /** The view it opens with, as a query without `?`. */
  readonly view: string;
  /** What it does not include: sentences, and the names of the tags and graphs they are about. */
  readonly left_out: readonly { readonly text: string; readonly names: readonly string[] }[];
}

/** How a page in a cell of a notebook begins. */
export interface NotebookStart {
  /** As of a report. */
  readonly view: string;
  readonly is_dark: boolean;
  /** What the widget sends with its port: others that can post to this window do not know it. */
  readonly key: string;
}

export interface Boot {
  readonly version: string;
  /** The tab of an address without one, with whose code the page comes; empty for none. */
  readonly first_tab: string;
  readonly window_title: string;
  readonly log_directory: string;
  /** Settings of the page from the server's command line, until a viewer changes them. */
  readonly preferences: Readonly<Record<string, string | number | boolean>>;
  /** Whether viewers may remove event files. */
  readonly allow_delete: boolean;
  /** Null on the page of a server. */
  readonly report: ReportNotes | null;
  /** Null outside of notebooks. */
  readonly notebook: NotebookStart | null;
  /** Whether a cell of a notebook shows the content of the tab alone. */
  readonly is_card: boolean;
  /** As it was when the page was sent. */
  readonly status: Status | null;
}

const NOTHING: Boot = {
  version: "",
  first_tab: "scalars",
  window_title: "",
  log_directory: "",
  preferences: {},
  allow_delete: false,
  report: null,
  notebook: null,
  is_card: false,
  status: null,
};

function readBoot(): Boot {
  const text = globalThis.document?.getElementById("boot")?.textContent;
  return text ? { ...NOTHING, ...(JSON.parse(text) as Partial<Boot>) } : NOTHING;
}

export const boot: Boot = readBoot();

/** Whether the page has the address of a server: a report and a cell of a notebook have none. */
export const isServed = boot.report === null && boot.notebook === null;

/** What the server prefers under a name, where it is of the right type; else the fallback. */
export function preferred<T extends string | number | boolean>(name: string, fallback: T): T {
  const value = boot.preferences[name];
  return typeof value === typeof fallback ? (value as T) : fallback;
}
