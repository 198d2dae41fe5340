/** Light, dark, or as the system says: a preference of the viewer, not part of a link. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const STORAGE_KEY = "scopeboard.theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

// Storage is refused in some embedded pages; the preference then lasts as long as the page.
function readStored(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return THEMES.find((theme) => theme === stored) ?? "system";
  } catch {
    return "system";
  }
}

function store(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    return;
  }
}

const systemDark = signal(false);

export const theme = signal<Theme>(readStored());

/** The theme on the screen. Anything that draws its own pixels redraws when it changes. */
export const appliedTheme: ReadonlySignal<"light" | "dark"> = computed(() => {
  if (theme.value !== "system") return theme.value;
  return systemDark.value ? "dark" : "light";
});

export function cycleTheme(): void {
  const at = THEMES.indexOf(theme.value);
  theme.value = THEMES[(at + 1) % THEMES.length] ?? "system";
}

/** Follows the system and puts the theme on the document. Call once, before the first drawing. */
export function startTheme(): void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  systemDark.value = query.matches;
  query.addEventListener("change", (change) => {
    systemDark.value = change.matches;
  });
  effect(() => {
    document.documentElement.dataset.theme = appliedTheme.value;
    store(theme.value);
  });
}
