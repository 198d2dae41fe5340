/** A colour of the viewer's own, by the picker of the browser. */

/**
 * Opens the picker at a place of the window; `choose` gets the colour as `#1a7f37`. Nothing happens
 * where the viewer cancels it.
 */
export function pickColour(
  before: string,
  at: { readonly x: number; readonly y: number },
  choose: (colour: string) => void,
): void {
  const input = document.createElement("input");
  input.type = "color";
  input.value = before;
  // Browsers place the picker by its input, which has to be drawn.
  input.className = "run-colour-input";
  input.tabIndex = -1;
  input.ariaHidden = "true";
  input.style.left = `${at.x}px`;
  input.style.top = `${at.y}px`;
  input.addEventListener("change", () => {
    input.remove();
    choose(input.value);
  });
  input.addEventListener("cancel", () => input.remove());
  for (const left of document.querySelectorAll(".run-colour-input")) left.remove();
  document.body.append(input);
  input.click();
}
