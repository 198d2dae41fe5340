/** The language of searches in examples, as the server reads it. */
import * as messages from "../messages";

const EXAMPLES: readonly (readonly [query: string, meaning: string])[] = [
  ["conv bias", messages.exampleWords],
  ["conv -grad", messages.exampleNot],
  ["conv | dense", messages.exampleOr],
  ["stage*/conv?", messages.exampleWildcard],
  ["/conv[0-9]+$/", messages.exampleRegex],
  ["name:conv", messages.exampleName],
  ["=layer1/add", messages.exampleWholeName],
  ['"while:1"', messages.exampleQuoted],
  ["op:MatMul", messages.exampleOp],
  ["device:gpu", messages.exampleDevice],
  ["cluster:c_0", messages.exampleCluster],
  ["dtype:float", messages.exampleDtype],
  ["shape:?x784", messages.exampleShape],
  ["attr:padding=SAME", messages.exampleAttribute],
  ["in:layer1", messages.exampleScope],
];

export function SearchHelp() {
  return (
    <div class="graph-search-help">
      <p>{messages.allTermsMustMatch}</p>
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
      <p>{messages.searchKeys}</p>
    </div>
  );
}
