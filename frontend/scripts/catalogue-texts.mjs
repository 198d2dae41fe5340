/**
 * Finds texts for people outside of catalogues: words between tags, and words in the attributes and
 * properties that a reader sees or hears.
 *
 * A text of the page is an export of a `messages.ts`, so that words change without code and tests
 * find them by id (CONTRIBUTING.md, "A text of the page"). Code in `<code>` and `<pre>` is quoted as
 * it is typed, and names of products and formats are the same in every wording.
 */
import { readFileSync } from "node:fs";
import ts from "typescript";

/** Attributes and properties whose value a reader sees or hears. */
const TEXTS = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-roledescription",
  "aria-valuetext",
  "data-tooltip",
  "hint",
  "label",
  "placeholder",
  "text",
  "title",
  "tooltip",
]);

/** Elements whose content is quoted. */
const QUOTES = new Set(["code", "pre", "kbd"]);

/** Names of products and formats. */
const NAMES = new Set([
  "CSV",
  "DOT",
  "JAX",
  "JSON",
  "Keras",
  "LaTeX",
  "PNG",
  "PyTorch",
  "SVG",
  "Scopeboard",
  "TensorFlow",
]);

const WORD = /\p{L}/u;

function isText(words) {
  return WORD.test(words) && !NAMES.has(words.trim());
}

/**
 * The literals that an expression may have as its value: those of a choice, of a template, of a
 * default. An argument of a call or an index is another value.
 */
function literalsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  }
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) {
    return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  }
  if (!ts.isBinaryExpression(node)) return [];
  const { kind } = node.operatorToken;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return literalsOf(node.right);
  const isEither =
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken ||
    kind === ts.SyntaxKind.PlusToken;
  return isEither ? [...literalsOf(node.left), ...literalsOf(node.right)] : [];
}

/** The values in which a reader may meet a text: an attribute's, a property's, a child's. */
function readValue(node) {
  if (ts.isJsxAttribute(node)) {
    if (!TEXTS.has(node.name.getText()) || node.initializer === undefined) return undefined;
    return ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
  }
  if (ts.isPropertyAssignment(node)) {
    const { name } = node;
    const isRead = (ts.isIdentifier(name) || ts.isStringLiteral(name)) && TEXTS.has(name.text);
    return isRead ? node.initializer : undefined;
  }
  const isChild = ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent);
  return isChild ? node.expression : undefined;
}

/** Complaints about one module: `path:line: the text`. */
export function catalogueTexts(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const complaints = [];
  const complain = (node, words) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    complaints.push(`${path}:${line + 1}: “${words.trim()}” belongs in a messages.ts`);
  };
  const visit = (node) => {
    if (ts.isJsxElement(node) && QUOTES.has(node.openingElement.tagName.getText(file))) return;
    if (ts.isJsxText(node) && isText(node.text)) complain(node, node.text);
    const value = readValue(node);
    for (const words of value === undefined ? [] : literalsOf(value)) {
      if (isText(words)) complain(node, words);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return complaints;
}

/** Complaints about all modules of the page but catalogues. */
export function catalogueTextComplaints(paths) {
  return paths
    .filter((path) => !path.endsWith("/messages.ts") && !path.endsWith(".gen.ts"))
    .flatMap((path) => catalogueTexts(path, readFileSync(path, "utf8")));
}
