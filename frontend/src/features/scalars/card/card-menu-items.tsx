/** The items of a card's menu. */
import type { Scalars } from "../../../api/scalars";
import type { Range } from "../../../chart/model/chart-line";
import { shortNames } from "../../../lib/lists/short-names";
import { inspect } from "../../../state/shell/inspector";
import { MenuCheck, MenuGroup, MenuItem } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import * as choices from "../options/card-options";
import type { CardSpec } from "../options/card-spec";
import { chooseBars, drawsBars } from "../options/chart-type";
import { expressionUse } from "../options/expression-use";
import { parseReference } from "../options/reference-lines";
import * as late from "../toolbar/messages";
import { DataTable } from "../values/data-table";
import { cardContent, type Shown } from "./card-content";
import { togglePlaying } from "./play-card";
import { chooseSteps } from "./select-steps";
import { startComment } from "./start-comment";

/** What is filled in below the menu of a card. */
export type CardFormName = "line" | "tag" | "limits" | "size";

export interface CardMenuItemsProps {
  readonly spec: CardSpec;
  readonly shown: () => Shown;
  readonly answers: readonly Scalars[];
  readonly range: Range | null;
  readonly onOpenForm: (form: CardFormName) => void;
}

/** The values that the card draws, as a table beside the cards. */
function openTable({ spec, shown }: CardMenuItemsProps): void {
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
  const named = [...combined.tags, ...(combined.expressions ?? [])];
  const short = shortNames(named);
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
        {named.map((tag) => (
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

function Checks({ card, isBars }: { card: string; isBars: boolean }) {
  return (
    <>
      <MenuCheck isOn={isBars} onChoose={() => chooseBars(card, !isBars)}>
        {late.barsItem}
      </MenuCheck>
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

export function CardMenuItems(props: CardMenuItemsProps) {
  const { spec, answers, range, onOpenForm } = props;
  const { id, laidOut, combined } = spec;
  const addExpressionTo = () => {
    expressionUse.value = { of: "value", card: { id, combined } };
  };
  return (
    <>
      <Checks card={id} isBars={laidOut === null && drawsBars(id, answers)} />
      <MenuGroup title={messages.chart}>
        {laidOut === null && (
          <MenuItem onChoose={() => onOpenForm("tag")}>{messages.addSeriesItem}</MenuItem>
        )}
        {laidOut === null && (
          <MenuItem onChoose={addExpressionTo}>{late.addExpressionItem}</MenuItem>
        )}
        <MenuItem onChoose={() => onOpenForm("line")}>{messages.addReferenceLine}</MenuItem>
        {answers.length > 0 && (
          <MenuItem onChoose={() => startComment(id)} shortcut="m">
            {late.addCommentItem}
          </MenuItem>
        )}
        {answers.length > 0 && (
          <MenuItem onChoose={() => onOpenForm("limits")}>{messages.axisLimitsItem}</MenuItem>
        )}
        {range !== null && (
          <MenuItem onChoose={() => chooseSteps(answers, range)}>{messages.applySteps}</MenuItem>
        )}
        {answers.length > 0 && (
          <MenuItem onChoose={() => openTable(props)}>{messages.dataTable}</MenuItem>
        )}
        {answers.length > 0 && (
          <MenuItem onChoose={() => onOpenForm("size")}>{late.figureSizeItem}</MenuItem>
        )}
        {answers.length > 0 && (
          <MenuItem onChoose={() => togglePlaying(id)}>{late.playItem}</MenuItem>
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
    </>
  );
}
