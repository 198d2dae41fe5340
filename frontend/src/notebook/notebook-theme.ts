/** The theme of the notebook, which the page finds where it looks for the system's. */

const QUERY = "(prefers-color-scheme: dark)";

/** What `matchMedia` answers to a query for a dark theme: as the notebook is. */
export class NotebookTheme extends EventTarget {
  readonly media = QUERY;

  constructor(public matches: boolean) {
    super();
  }

  set(isDark: boolean): void {
    if (isDark === this.matches) return;
    this.matches = isDark;
    this.dispatchEvent(Object.assign(new Event("change"), { matches: isDark }));
  }

  /** Takes the place of the system's theme. Call once. */
  install(): void {
    const own = globalThis.matchMedia.bind(globalThis);
    globalThis.matchMedia = (query) =>
      query === QUERY ? (this as unknown as MediaQueryList) : own(query);
  }
}
