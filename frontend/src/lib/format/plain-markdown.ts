/** Markdown as plain text, for places that show a line or two: a description in a tooltip. */

const LINK = /!?\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g;
const CODE = /`+([^`]+)`+/g;
/** Emphasis around words, not signs within names or formulas. */
const EMPHASIS = /(?<![\w*])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*])/g;
const HEADING = /^ {0,3}#{1,6}\s+/gm;

/** The text without the signs of headings, emphasis, code and links. */
export function plainMarkdown(text: string): string {
  const parts = text.split(CODE);
  // What stands in code has no further signs.
  return parts
    .map((part, at) => (at % 2 === 1 ? part : withoutSigns(part)))
    .join("")
    .trim();
}

function withoutSigns(text: string): string {
  const plain = text.replace(HEADING, "").replace(LINK, "$1");
  // Emphasis may stand in emphasis.
  return plain
    .replace(EMPHASIS, "$2")
    .replace(EMPHASIS, "$2")
    .replace(/\\([*_`#[\]])/g, "$1");
}
