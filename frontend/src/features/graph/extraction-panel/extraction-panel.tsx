/** The panel beside the drawing: rules, thresholds and hidden kinds, and whether they are saved. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Graph } from "../../../api/types";
import { boot } from "../../../state/base/boot";
import type { SaveState } from "../../../state/server/shared-document";
import { IconButton } from "../../../ui/controls/button";
import * as tagMessages from "../scope-tags/messages";
import { ScopeTagList } from "../scope-tags/scope-tag-list";
import { graphKey } from "../session/displayed-graph";
import type { OptionSync } from "../session/option-sync";
import { useOptions } from "../session/session-context";
import { HiddenKindsList } from "./hidden-kinds-list";
import * as messages from "./messages";
import { OpTypeLists } from "./op-type-lists";
import { OptionsTransfer } from "./options-transfer";
import { PrefixChoice } from "./prefix-choice";
import { RuleList } from "./rule-list";
import { SplitRuleChoice } from "./split-rule-choice";
import { ThresholdList } from "./threshold-list";
import "./extraction-panel.css";

export interface ExtractionPanelProps {
  readonly graph: Graph;
  readonly memory: OptionSync;
}

export function ExtractionPanel(props: ExtractionPanelProps) {
  return useOptions().panels.isExtractionOpen.value ? <OpenPanel {...props} /> : null;
}

function OpenPanel({ graph, memory }: ExtractionPanelProps) {
  const { panels } = useOptions();
  const panel = useRef<HTMLElement>(null);
  const close = (): void => {
    panels.isExtractionOpen.value = false;
  };
  useLayoutEffect(() => giveFocusBack(panel.current), []);
  return (
    <aside
      ref={panel}
      class="graph-extraction-panel"
      aria-label={messages.graphStructure}
      onKeyDown={(press) => {
        if (press.key !== "Escape" || press.defaultPrevented) return;
        press.stopPropagation();
        close();
      }}
    >
      <header>
        <h2>{messages.graphStructure}</h2>
        <IconButton icon="close" label={messages.closePanel} onClick={close} />
      </header>
      <div class="graph-extraction-body">
        <Unmatched memory={memory} />
        <Section title={messages.rules}>
          <RuleList graph={graph.id} />
        </Section>
        <Section title={messages.thresholds}>
          <SplitRuleChoice />
          <PrefixChoice />
          <ThresholdList />
          <OpTypeLists graph={graph.id} />
        </Section>
        <Section title={messages.hiddenKinds}>
          <HiddenKindsList />
        </Section>
        <Section title={tagMessages.tagsOfScopes}>
          <ScopeTagList key={graphKey(graph)} graph={graph} />
        </Section>
        <Section title={messages.settings}>
          <OptionsTransfer graph={graph} />
          <p class="graph-panel-hint" role="status">
            {SAVE_TEXTS[memory.state.value]}
          </p>
          {boot.report === null && <p class="graph-panel-hint">{messages.savedInBrowser}</p>}
        </Section>
      </div>
    </aside>
  );
}

const SAVE_TEXTS: Readonly<Record<SaveState, string>> = {
  unread: "",
  saved: messages.savedForEveryone,
  changed: messages.saving,
  "read-only": messages.readOnly,
  failed: messages.saveFailed,
};

/** Returns what is to be done when an element with the focus goes. */
function giveFocusBack(element: HTMLElement | null): () => void {
  const before = document.activeElement;
  return () => {
    const hasFocus = element?.contains(document.activeElement) ?? false;
    if (hasFocus && before instanceof HTMLElement) before.focus();
  };
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details open>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

function Unmatched({ memory }: { memory: OptionSync }) {
  const { staleOptions: unmatched } = memory;
  if (unmatched.value.length === 0) return null;
  return (
    <section class="graph-stale-options">
      <p>{messages.staleSettings}</p>
      <ul>
        {unmatched.value.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <button
        type="button"
        class="ui-button quiet"
        onClick={() => {
          unmatched.value = [];
        }}
      >
        {messages.dismiss}
      </button>
    </section>
  );
}
