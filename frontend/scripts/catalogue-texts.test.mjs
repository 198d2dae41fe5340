import { describe, expect, it } from "vitest";
import { catalogueTexts } from "./catalogue-texts.mjs";

const PATH = "src/features/runs/table/run-menu.tsx";

describe("a text outside of a catalogue", () => {
  it.each([
    ["<p>No runs yet</p>", "No runs yet"],
    ["<p>{count} Läufe</p>", "Läufe"],
    ['<p>{"No runs yet"}</p>', "No runs yet"],
    ['<p>{isOpen ? "Close" : messages.open}</p>', "Close"],
    ['<p>{count > 0 && "more"}</p>', "more"],
    ['<p>{name || "unnamed"}</p>', "unnamed"],
    [`<p>{\`\${count} runs\`}</p>`, "runs"],
    ['<button aria-label="Close" />', "Close"],
    [`<button aria-label={\`Close \${name}\`} />`, "Close"],
    ['<button data-tooltip={isOpen ? messages.close : "Open"} />', "Open"],
    ['<input placeholder={"Filter"} />', "Filter"],
    ['<MenuGroup title={name ?? "Runs"} />', "Runs"],
    ['const key = { keys: "f", label: "Find nodes" };', "Find nodes"],
    ['const choice = { value: "last", title: wide ? "last" + unit : "" };', "last"],
  ])("is found in %s", (code, words) => {
    expect(catalogueTexts(PATH, `/** A module. */\nconst part = () => 0;\n${code};\n`)).toEqual([
      `${PATH}:3: “${words}” belongs in a messages.ts`,
    ]);
  });

  it.each([
    "<p>{messages.noRuns}</p>",
    "<p>{messages.runCount(3)} · {age}</p>",
    `<p>{text(\`key \${name}\`)}</p>`,
    "<p>{isOpen === 'open' && messages.close}</p>",
    '<p>{COLUMNS["name"]}</p>',
    "<code>state:running</code>",
    '<pre>{"writer.add_scalar(tag, value, step)"}</pre>',
    "<h3>PyTorch</h3>",
    '<option label="JSON" />',
    `<div class="run-menu" role="menu" data-kind={\`run \${kind}\`} />`,
    '<input placeholder="…" />',
    `<p>{parts.map((part) => <b key={\`part \${part}\`}>{part}</b>)}</p>`,
    'const kind = { label: messages.runs, id: "runs" };',
  ])("is not found in %s", (code) => {
    expect(catalogueTexts(PATH, `const part = () => 0;\n${code};\n`)).toEqual([]);
  });
});
