/** What the server writes into the page, so that the first drawing need not wait for an answer. */

export interface Boot {
  readonly version: string;
  readonly window_title: string;
  readonly log_directory: string;
}

const NOTHING: Boot = { version: "", window_title: "", log_directory: "" };

export function readBoot(): Boot {
  const text = document.getElementById("boot")?.textContent;
  return text ? { ...NOTHING, ...(JSON.parse(text) as Partial<Boot>) } : NOTHING;
}
