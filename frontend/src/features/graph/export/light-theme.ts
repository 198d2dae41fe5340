import { type Palette, readPalette } from "../render/theme";

/** The light colours, whatever theme the page has: pictures go where paper is white. */
export function lightPalette(): Palette {
  const paper = document.createElement("div");
  paper.className = "graph-paper";
  document.body.append(paper);
  try {
    return readPalette(paper);
  } finally {
    paper.remove();
  }
}
