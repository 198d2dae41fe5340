/** Light, dark, or as the system says: a preference of the viewer, not part of a link. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { preference } from "./local-preference";

export type Theme = "system" | "light" | "dark";

export const THEMES: readonly Theme[] = ["system", "light", "dark"];

const stored = preference<string>("theme", "system");
const systemDark = signal(false);

export const theme: ReadonlySignal<Theme> = computed(
  () => THEMES.find((known) => known === stored.value) ?? "system",
);

/** The theme on the screen. Anything that draws its own pixels redraws when it changes. */
export const appliedTheme: ReadonlySignal<"light" | "dark"> = computed(() => {
  if (theme.value !== "system") return theme.value;
  return systemDark.value ? "dark" : "light";
});

export function chooseTheme(chosen: Theme): void {
  stored.value = chosen;
}

export function cycleTheme(): void {
  const at = THEMES.indexOf(theme.value);
  chooseTheme(THEMES[(at + 1) % THEMES.length] ?? "system");
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
  });
}
