/** The op types that stand beside the main graph wherever they are: which, and of how many nodes. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { QueryValue } from "../../../api/client";
import { getChoices } from "../../../api/resources";
import type { Choices } from "../../../api/types";
import { LatestQuery } from "../../../state/server/latest-query";
import { QueryCache } from "../../../state/server/query-cache";
import { IconButton } from "../../../ui/controls/button";
import { printRule, TYPE_DEFAULTS, type TypeList } from "../options/extraction";
import { countText } from "../options/rule-text";
import { useOptions } from "../session/session-context";
import * as messages from "./messages";
import "./op-type-lists.css";

const LISTS: readonly { readonly list: TypeList; readonly title: string }[] = [
  { list: "sink_types", title: messages.sinks },
  { list: "source_types", title: messages.sources },
];

interface CountsQuery {
  readonly graph: string;
  readonly query: Readonly<Record<string, QueryValue>>;
}

const MAX_IDLE = 20;

function countsCache(): QueryCache<CountsQuery, Choices> {
  return new QueryCache({
    fetch: ({ graph, query }, signal) => getChoices(graph, query, signal),
    isRetried: false,
    maxIdle: MAX_IDLE,
  });
}

type CountOf = (type: string) => string;

export function OpTypeLists({ graph }: { graph: string }) {
  const countOf = useTypeCounts(graph);
  return (
    <div class="type-lists">
      {LISTS.map(({ list, title }) => (
        <Types key={list} list={list} title={title} countOf={countOf} />
      ))}
    </div>
  );
}

/** Counts as a rule for the type would: the nodes of the whole graph that are of it. */
function useTypeCounts(graph: string): CountOf {
  const { extraction } = useOptions();
  const latest = useMemo(() => new LatestQuery(countsCache()), [graph]);
  useEffect(() => () => latest.clear(), [latest]);
  useSignalEffect(() => {
    const types = [...new Set(LISTS.flatMap(({ list }) => extraction.typesOf(list)))];
    const choice = types.map(ruleOf);
    const query = { ...extraction.groupingQuery(), choice };
    latest.show({ graph, query });
  });
  const counts = new Map(latest.state.value.data?.choices.map((count) => [count.choice, count]));
  return (type) => {
    const count = counts.get(ruleOf(type));
    // What later rules say otherwise does not matter here: each type has its own nodes.
    return count === undefined ? "…" : countText({ ...count, decides: count.fits });
  };
}

function ruleOf(type: string): string {
  return printRule({ action: "exclude", kind: "op", what: type });
}

function Types({ list, title, countOf }: { list: TypeList; title: string; countOf: CountOf }) {
  const { extraction } = useOptions();
  const typed = useSignal("");
  const types = extraction.typesOf(list);
  const fallback = TYPE_DEFAULTS[list];
  const add = (): void => {
    const added = typed.value.split(/[\s,]+/).filter(Boolean);
    if (added.length > 0) extraction.setTypes(list, [...types, ...added]);
    typed.value = "";
  };
  return (
    <form
      class="graph-type-list"
      onSubmit={(submit) => {
        submit.preventDefault();
        add();
      }}
    >
      <p>{title}</p>
      <ul>
        {types.map((type) => (
          <li key={type}>
            <code>{type}</code>
            <span class="graph-type-count">{countOf(type)}</span>
            <IconButton
              icon="close"
              label={messages.removeType(type)}
              onClick={() =>
                extraction.setTypes(
                  list,
                  types.filter((other) => other !== type),
                )
              }
            />
          </li>
        ))}
      </ul>
      <input
        aria-label={messages.addTypeTo(title)}
        placeholder={messages.addOpType}
        spellcheck={false}
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
        }}
        onBlur={add}
      />
      {types.join() !== fallback && (
        <button
          type="button"
          class="ui-link graph-threshold-default"
          onClick={() => extraction.setTypes(list, fallback === "" ? [] : [fallback])}
        >
          {messages.resetTo(fallback || "none")}
        </button>
      )}
    </form>
  );
}
