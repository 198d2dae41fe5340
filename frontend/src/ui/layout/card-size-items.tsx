/** Menu items that choose how large cards are drawn, the same on every tab. */
import type { CardSize } from "../../lib/lists/card-layout";
import { MenuButton, MenuGroup, MenuRadio } from "../popover/menu-button";
import * as messages from "./messages";

interface CardSizeProps {
  readonly size: CardSize;
  readonly onChoose: (size: CardSize) => void;
}

const SIZES = ["S", "M", "L"] as const;

export function CardSizeItems({ size, onChoose }: CardSizeProps) {
  return (
    <MenuGroup title={messages.cardSize}>
      {SIZES.map((one) => (
        <MenuRadio key={one} isChosen={one === size} onChoose={() => onChoose(one)}>
          {messages.cardSizes[one]}
        </MenuRadio>
      ))}
    </MenuGroup>
  );
}

/** For tabs with no other choice of how cards are drawn. */
export function CardSizeMenu(props: CardSizeProps) {
  return (
    <MenuButton icon="sliders" label={messages.display}>
      <CardSizeItems {...props} />
    </MenuButton>
  );
}
