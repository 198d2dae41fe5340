// The rule `scopeboard/own-class`: each selector names a class whose prefix is that of the sheet's
// folder, so that no sheet styles what has nothing of its own. Sheets of lazy tabs arrive in any
// order and stay: a leak would change the page for those who opened a tab before.
import path from "node:path";
import stylelint from "stylelint";

const NAME = "scopeboard/own-class";
const SOURCE = path.join(import.meta.dirname, "..", "src");

const messages = stylelint.utils.ruleMessages(NAME, {
  rejected: (selector, prefix) =>
    `No class of “${selector}” is “${prefix}” or begins with “${prefix}-”`,
});

/** Returns the prefix of a sheet: the name of its feature, or that of its layer, or what stands for it. */
function prefixOf(file, prefixes) {
  const [layer, feature] = path.relative(SOURCE, file).split(path.sep);
  const folder = layer === "features" ? feature : layer;
  return prefixes[folder] ?? folder;
}

function rule(prefixes) {
  return (root, result) => {
    const prefix = prefixOf(root.source.input.file, prefixes);
    const isOwn = (name) => name === prefix || name.startsWith(`${prefix}-`);
    root.walkRules((node) => {
      if (node.parent.type === "atrule" && node.parent.name === "keyframes") return;
      for (const selector of node.selectors) {
        const classes = [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name);
        if (classes.some(isOwn)) continue;
        const message = messages.rejected(selector, prefix);
        stylelint.utils.report({ message, node, word: selector, result, ruleName: NAME });
      }
    });
  };
}

rule.ruleName = NAME;
rule.messages = messages;

export const ownClass = stylelint.createPlugin(NAME, rule);
