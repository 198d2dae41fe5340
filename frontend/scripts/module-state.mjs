/**
 * Finds state that modules hold: variables that are assigned, signals, effects and keys of the
 * address that are bound when a module is imported.
 *
 * Two graphs on one page would share such state, and so would two tests. A graph session owns what
 * changes; it is handed its options and the services of the page (`features/graph/session`).
 */
import { readFileSync } from "node:fs";
import ts from "typescript";

/** Folders without state in modules. */
const STATELESS = "src/features/graph/";

/** Modules that may hold state, each with its reason. */
export const EXCEPTIONS = {
  "src/features/graph/options/address-options.ts":
    "The page has one address, so its options are bound once.",
};

/** Calls that make state, or tie it to something outside. */
const MAKERS = new Set([
  "signal",
  "computed",
  "effect",
  "preference",
  "urlText",
  "urlList",
  "liveQuery",
]);

/** Collections that are filled later, unless they have a type of their own. */
const FILLED = new Set(["Map", "Set"]);

/** Complaints about one module: `path:line: what it holds`. */
export function moduleState(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const complaints = [];
  const complain = (node, what) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    complaints.push(`${path}:${line + 1}: ${what}, which all sessions of the page share`);
  };
  const visit = (node) => {
    // What a function or an object of a class makes, it makes for each call or object.
    if (ts.isFunctionLike(node)) return;
    if (ts.isPropertyDeclaration(node) && !isStatic(node)) return;
    if (ts.isVariableDeclarationList(node) && !(node.flags & ts.NodeFlags.Const)) {
      complain(node, `a variable of the module: ${node.getText(source).split("\n", 1)[0]}`);
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const { text: name } = node.expression;
      if (MAKERS.has(name)) complain(node, `a call of ${name} at import`);
    }
    if (ts.isVariableDeclaration(node) && isFilled(node)) {
      complain(node, `a collection of the module: ${node.getText(source).split("\n", 1)[0]}`);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return complaints;
}

/** `const cameras = new Map<string, Camera>()`; a `WeakMap` caches what it is asked by. */
function isFilled({ type, initializer }) {
  if (initializer === undefined || !ts.isNewExpression(initializer)) return false;
  const { expression, arguments: given } = initializer;
  const isEmpty = given === undefined || given.length === 0;
  return (
    ts.isIdentifier(expression) &&
    FILLED.has(expression.text) &&
    isEmpty &&
    /^(Map|Set)\b|^$/.test(type?.getText() ?? "")
  );
}

function isStatic(node) {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false;
}

/** Complaints about all modules of the page that may hold no state. */
export function moduleStateComplaints(paths) {
  const unknown = Object.keys(EXCEPTIONS)
    .filter((path) => !paths.includes(path))
    .map((path) => `module-state.mjs: there is no ${path}`);
  const checked = paths.filter(
    (path) => path.startsWith(STATELESS) && !Object.hasOwn(EXCEPTIONS, path),
  );
  return [...unknown, ...checked.flatMap((path) => moduleState(path, readFileSync(path, "utf8")))];
}
