/**
 * Elements that the server made of Markdown, built one by one: the page never parses text from a
 * log. What is let through is named here again, so that no other element can come to be.
 */
import { type ComponentChild, createElement } from "preact";
import "./markup.css";

export interface MarkupElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MarkupNode[];
}

export type MarkupNode = MarkupElement | string;

const TAGS = new Set(
  (
    "h1 h2 h3 h4 h5 h6 p div span br hr blockquote pre b strong i em u del ins mark small sub sup " +
    "a abbr code kbd samp var details summary ul ol li dl dt dd table thead tbody tfoot tr th td"
  ).split(" "),
);
const ALIGNMENTS = new Set(["left", "center", "right"]);
const PAGE = /^(https?:|mailto:)/i;

function propertiesOf({ tag, attributes }: MarkupElement): Record<string, unknown> {
  const { href = "", title, start, align = "" } = attributes;
  if (tag === "a") {
    const target = PAGE.test(href) ? { href, target: "_blank", rel: "noopener noreferrer" } : {};
    return { ...target, "data-tooltip": title };
  }
  if (tag === "ol") return { start };
  return ALIGNMENTS.has(align) ? { style: { textAlign: align } } : {};
}

function drawn(node: MarkupNode, key: number): ComponentChild {
  if (typeof node === "string") return node;
  const children = node.children.map(drawn);
  if (!TAGS.has(node.tag)) return children;
  return createElement(node.tag, { ...propertiesOf(node), key }, ...children);
}

export function Markup({ nodes }: { nodes: readonly MarkupNode[] }) {
  return <div class="ui-markup">{nodes.map(drawn)}</div>;
}
