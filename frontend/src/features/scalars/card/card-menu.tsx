/** All else that can be done with one card. */
import { useSignal } from "@preact/signals";
import type { Scalars } from "../../../api/scalars";
import type { Range } from "../../../chart/model/chart-line";
import { shortNames } from "../../../lib/lists/short-names";
import { inspect } from "../../../state/shell/inspector";
import { MenuButton, MenuCheck, MenuGroup, MenuItem } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import * as choices from "../options/card-options";
import type { CardSpec } from "../options/card-spec";
import { parseReference } from "../options/reference-lines";
import { cardContent, type Shown } from "./card-content";
import { AddTagForm, AxisLimitsForm, DataTable, ReferenceForm } from "./late-parts";
import { chooseSteps } from "./select-steps";

interface CardMenuProps {
  readonly spec: CardSpec;
  readonly shown: () => Shown;
  readonly answers: readonly Scalars[];
  readonly range: Range | null;
}

/** The values that the card draws, as a table beside the cards. */
function openTable({ spec, shown }: CardMenuProps): void {
  const content = cardContent(spec, shown());
  inspect({
    title: messages.dataTitle(content.title),
    body: (
      <DataTable
        lines={shown().drawn.lines}
        nameOf={content.nameOf}
        axis={content.axis}
        range={content.range}
      />
    ),
  });
}

/** Which of a chart's tags use the right axis, and which are removed. */
function TagItems({ spec }: { spec: CardSpec }) {
  const { id, combined, tags } = spec;
  if (combined === null) return null;
  const short = shortNames(combined.tags);
  return (
    <>
      <MenuGroup title={messages.useRightAxis}>
        {tags.map(({ tag }) => (
          <MenuCheck
            key={tag}
            isOn={combined.right.includes(tag)}
            onChoose={() => choices.toggleSide(tag, { id, combined })}
          >
            {short.get(tag) ?? tag}
          </MenuCheck>
        ))}
      </MenuGroup>
      <MenuGroup title={messages.removeSeries}>
        {combined.tags.map((tag) => (
          <MenuItem key={tag} onChoose={() => choices.dropOut(tag, { id, combined })}>
            {short.get(tag) ?? tag}
          </MenuItem>
        ))}
        <MenuItem onChoose={() => choices.removeChart(id)}>{messages.removeChart}</MenuItem>
      </MenuGroup>
    </>
  );
}

/** The reference lines of this card, each of which can be removed. */
function ReferenceItems({ card }: { card: string }) {
  const own = choices.references.value.flatMap((text) => {
    const line = parseReference(text);
    return line === null || (line.card !== null && line.card !== card) ? [] : [{ text, line }];
  });
  if (own.length === 0) return null;
  return (
    <MenuGroup title={messages.removeReferenceLine}>
      {own.map(({ text, line }) => (
        <MenuItem key={text} onChoose={() => choices.removeReference(text)}>
          {line.label ||
            (line.unit === "value"
              ? messages.referenceAtValue(line.at)
              : messages.referenceAtX(line.at))}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}

function Checks({ card }: { card: string }) {
  return (
    <>
      <MenuCheck isOn={choices.isLog(card, "y")} onChoose={() => choices.toggleLog("y", card)}>
        {messages.logarithmicYAxis}
      </MenuCheck>
      <MenuCheck isOn={choices.isLog(card, "x")} onChoose={() => choices.toggleLog("x", card)}>
        {messages.logarithmicXAxis}
      </MenuCheck>
      <MenuCheck
        isOn={choices.compared.value.includes(card)}
        onChoose={() => choices.toggleCompared(card)}
      >
        {messages.compareStatistics}
      </MenuCheck>
    </>
  );
}

export function CardMenu(props: CardMenuProps) {
  const { spec, answers, range } = props;
  const { id, name, laidOut } = spec;
  const form = useSignal<"line" | "tag" | "limits" | null>(null);
  const axis = answers[0]?.x ?? "step";
  const close = () => {
    form.value = null;
  };
  return (
    <div class="scalar-card-menu">
      <MenuButton icon="more" label={messages.moreFor(name)} isCompact>
        <Checks card={id} />
        <MenuGroup title={messages.chart}>
          {laidOut === null && (
            <MenuItem
              onChoose={() => {
                form.value = "tag";
              }}
            >
              {messages.addSeriesItem}
            </MenuItem>
          )}
          <MenuItem
            onChoose={() => {
              form.value = "line";
            }}
          >
            {messages.addReferenceLine}
          </MenuItem>
          {answers.length > 0 && (
            <MenuItem
              onChoose={() => {
                form.value = "limits";
              }}
            >
              {messages.axisLimitsItem}
            </MenuItem>
          )}
          {range !== null && (
            <MenuItem onChoose={() => chooseSteps(answers, range)}>{messages.applySteps}</MenuItem>
          )}
          {answers.length > 0 && (
            <MenuItem onChoose={() => openTable(props)}>{messages.dataTable}</MenuItem>
          )}
        </MenuGroup>
        <ReferenceItems card={id} />
        <TagItems spec={spec} />
        {laidOut?.change && (
          <MenuGroup title={messages.customCharts}>
            <MenuItem onChoose={laidOut.change.edit}>{messages.edit}</MenuItem>
            <MenuItem onChoose={laidOut.change.remove}>{messages.remove}</MenuItem>
          </MenuGroup>
        )}
      </MenuButton>
      {form.value === "line" && <ReferenceForm card={id} axis={axis} onClose={close} />}
      {form.value === "limits" && (
        <AxisLimitsForm
          content={cardContent(spec, props.shown())}
          onApply={(x, y) => props.shown().card.zoom(x, y, true)}
          onClose={close}
        />
      )}
      {form.value === "tag" && <AddTagForm spec={spec} onClose={close} />}
    </div>
  );
}
