/** The language of searches in examples, as the server reads it. */

const EXAMPLES: readonly (readonly [query: string, meaning: string])[] = [
  ["conv bias", "both words in the name"],
  ["conv -grad", "the first in the name, the second not"],
  ["conv | dense", "either; also “or”"],
  ["stage*/conv?", "* for any letters, ? for one"],
  ["/conv[0-9]+$/", "a regular expression"],
  ["=layer1/add", "the whole name"],
  ['"while:1"', "a text as it stands"],
  ["op:MatMul", "the op type; op:=Add for the whole of it"],
  ["device:gpu", "the device"],
  ["cluster:c_0", "the XLA cluster"],
  ["dtype:float", "the dtype of an output; dtype:float* for a part"],
  ["shape:?x784", "the shape of an output; 784x*, scalar, unknown"],
  ["attr:padding=SAME", "an attribute; attr:data_format for any value"],
  ["in:layer1", "inside this scope"],
];

export function SearchHelp() {
  return (
    <div class="graph-search-help">
      <p>Terms beside one another must all hold.</p>
      <dl>
        {EXAMPLES.map(([query, meaning]) => (
          <div key={query}>
            <dt>
              <code>{query}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>Enter goes to the next match, Shift+Enter to the one before, Esc ends the search.</p>
    </div>
  );
}
