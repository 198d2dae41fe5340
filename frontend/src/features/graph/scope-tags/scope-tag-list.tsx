/** Which metrics the tags of the graph's run have, which tags name no scope, and rules for them. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type GraphQuery, getScopeTags } from "../../../api/graph-questions";
import type { Graph, ScopeTags } from "../../../api/types";
import { listVersion } from "../../../state/server/connection";
import { LatestQuery } from "../../../state/server/latest-query";
import { QueryCache } from "../../../state/server/query-cache";
import { Button, IconButton } from "../../../ui/controls/button";
import { MAX_TAG_RULES, parseTagRule } from "../options/tag-rules";
import { useOptions } from "../session/session-context";
import * as messages from "./messages";
import "./scope-tags.css";

interface TagsQuery {
  readonly graph: Pick<Graph, "id" | "fingerprint">;
  readonly query: GraphQuery;
}

const MAX_IDLE = 20;

function tagsCache(): QueryCache<TagsQuery, ScopeTags> {
  return new QueryCache({
    fetch: ({ graph, query }, signal) => getScopeTags(graph.id, query, signal),
    version: () => listVersion.value,
    isRetried: false,
    maxIdle: MAX_IDLE,
  });
}

export function ScopeTagList({ graph: { id, fingerprint } }: { readonly graph: Graph }) {
  const { extraction, store } = useOptions();
  const latest = useMemo(() => new LatestQuery(tagsCache()), []);
  useEffect(() => () => latest.clear(), [latest]);
  useSignalEffect(() => {
    const query = { ...extraction.groupingQuery(), tag_rule: store.list("tag_rule").value };
    latest.show({ graph: { id, fingerprint }, query });
  });
  const { data, error } = latest.state.value;
  return (
    <div class="graph-scope-tags">
      {error !== null && <p class="graph-panel-error">{error.message}</p>}
      {data !== null && <Summary tags={data} />}
      <TagRules uses={data?.rules ?? []} />
    </div>
  );
}

function Summary({ tags }: { readonly tags: ScopeTags }) {
  if (tags.total === 0) return <p class="graph-panel-hint">{messages.noTags}</p>;
  const others = tags.total - tags.matched;
  return (
    <>
      <p class="graph-panel-hint" role="status">
        {messages.matchedTags(tags.matched, tags.total)}
      </p>
      <ul class="graph-scope-metrics" aria-label={messages.metrics}>
        {tags.metrics.map(({ metric, kind, tags: count, scopes, example }) => (
          <li key={`${kind} ${metric}`} data-tooltip={messages.exampleTag(example)}>
            <span class="metric-name">{metric || messages.tagsAlone}</span>
            <span class="metric-count">{messages.metricCounts(count, scopes)}</span>
          </li>
        ))}
      </ul>
      {tags.metrics_total > tags.metrics.length && (
        <p class="graph-panel-hint">
          {messages.furtherMetrics(tags.metrics_total - tags.metrics.length)}
        </p>
      )}
      {others > 0 && (
        <details class="graph-scope-others">
          <summary>{messages.unmatchedTags(others)}</summary>
          <ul>
            {tags.unmatched.map(({ tag, kind }) => (
              <li key={`${kind} ${tag}`}>{tag}</li>
            ))}
          </ul>
          {others > tags.unmatched.length && (
            <p class="graph-panel-hint">{messages.furtherTags(others - tags.unmatched.length)}</p>
          )}
        </details>
      )}
    </>
  );
}

function TagRules({ uses }: { readonly uses: ScopeTags["rules"] }) {
  const { store } = useOptions();
  const rules = store.list("tag_rule");
  const isFull = rules.value.length >= MAX_TAG_RULES;
  const use = new Map(uses.map((each) => [each.rule, each]));
  const change = (next: string[]): void => {
    rules.value = next;
    store.commit();
  };
  return (
    <>
      <h3>{messages.tagRules}</h3>
      <p class="graph-panel-hint">{messages.tagRulesHint}</p>
      <ol class="graph-rule-list">
        {rules.value.map((rule) => {
          const found = use.get(parseTagRule(rule) ?? "");
          return (
            <li key={rule} class={found?.found === 0 ? "wrong" : ""}>
              <div class="graph-rule-text">
                <code>{rule}</code>
                <span class="graph-rule-count">
                  {found === undefined ? "…" : messages.ruleUse(found.fits, found.found)}
                </span>
              </div>
              <div class="graph-rule-tools">
                <IconButton
                  icon="close"
                  label={messages.deleteTagRule(rule)}
                  onClick={() => change(rules.peek().filter((each) => each !== rule))}
                />
              </div>
            </li>
          );
        })}
      </ol>
      {isFull && <p class="graph-panel-hint">{messages.noFurtherRules(MAX_TAG_RULES)}</p>}
      <TagRuleForm
        isFull={isFull}
        onAdd={(rule) => change([...rules.peek().filter((each) => each !== rule), rule])}
      />
    </>
  );
}

interface TagRuleFormProps {
  readonly isFull: boolean;
  readonly onAdd: (rule: string) => void;
}

function TagRuleForm({ isFull, onAdd }: TagRuleFormProps) {
  const [pattern, template] = [useSignal(""), useSignal("")];
  const [from, to] = [pattern.value.trim(), template.value.trim()];
  // A rule that the server refuses would leave the list without an answer.
  const rule = from.includes("->") || isFull ? undefined : parseTagRule(`${from} -> ${to}`);
  const add = (): void => {
    if (rule === undefined) return;
    onAdd(rule);
    pattern.value = template.value = "";
  };
  return (
    <form
      class="graph-rule-form"
      onSubmit={(submit) => {
        submit.preventDefault();
        add();
      }}
    >
      <input
        aria-label={messages.pattern}
        placeholder={messages.patternExample}
        spellcheck={false}
        value={pattern.value}
        onInput={(input) => {
          pattern.value = input.currentTarget.value;
        }}
      />
      <input
        aria-label={messages.template}
        placeholder={messages.templateExample}
        spellcheck={false}
        value={template.value}
        onInput={(input) => {
          template.value = input.currentTarget.value;
        }}
      />
      <Button onClick={add} disabled={rule === undefined}>
        {messages.addTagRule}
      </Button>
    </form>
  );
}
