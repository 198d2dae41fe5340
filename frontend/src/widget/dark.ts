/** Whether a notebook is dark: by the colour that is behind the cell, whatever notebook it is. */

const MIDDLE = 128;

/** Whether the first opaque background around an element is dark. */
export function isDarkAround(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const [red, green, blue, alpha] = channelsOf(getComputedStyle(at).backgroundColor);
    // Rec. 601, as for a grey of the same lightness.
    if (alpha > MIDDLE) return 0.299 * red + 0.587 * green + 0.114 * blue < MIDDLE;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Red, green, blue and alpha of a colour in any notation, from 0 to 255. */
function channelsOf(colour: string): readonly [number, number, number, number] {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return [0, 0, 0, 0];
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha];
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** Calls back when classes or data of the document change, as a change of theme does. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  for (const element of [document.documentElement, document.body]) {
    observer.observe(element, { attributes: true });
  }
  return () => observer.disconnect();
}
