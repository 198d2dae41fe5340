/** The key that opens what the page can be taken away with. */

/**
 * Opens the export menu of the card in focus, else that of the tab, else of its first card.
 * Returns whether there is one.
 */
export function openExport(): boolean {
  const menus = [...document.querySelectorAll<HTMLElement>("[data-takes-away]")];
  const reachable = menus.filter((menu) => menu.closest("[inert]") === null);
  const card = document.activeElement?.closest("article");
  const menu =
    reachable.find((each) => card?.contains(each)) ??
    reachable.find(({ dataset }) => dataset.takesAway === "tab") ??
    reachable[0];
  menu?.click();
  return menu !== undefined;
}
