/** All else that can be done with one card. */
import { useSignal } from "@preact/signals";
import { lateCode } from "../../../state/base/late-code";
import { MenuButton } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import { cardContent } from "./card-content";
import type { CardFormName, CardMenuItemsProps } from "./card-menu-items";
import { AddTagForm, AxisLimitsForm, FigureSizeForm, ReferenceForm } from "./late-parts";

const items = lateCode(() => import("./card-menu-items"));

type CardMenuProps = Omit<CardMenuItemsProps, "onOpenForm">;

export function CardMenu(props: CardMenuProps) {
  const { spec, shown, answers } = props;
  const form = useSignal<CardFormName | null>(null);
  const open = (name: CardFormName | null): void => {
    form.value = name;
  };
  const close = () => open(null);
  const code = items.module.value;
  return (
    <div class="scalar-card-menu">
      <MenuButton icon="more" label={messages.moreFor(spec.name)} isCompact load={items.load}>
        {code && <code.CardMenuItems {...props} onOpenForm={open} />}
      </MenuButton>
      {form.value === "line" && (
        <ReferenceForm card={spec.id} axis={answers[0]?.x ?? "step"} onClose={close} />
      )}
      {form.value === "limits" && (
        <AxisLimitsForm
          content={cardContent(spec, shown())}
          onApply={(x, y) => shown().card.zoom(x, y, true)}
          onClose={close}
        />
      )}
      {form.value === "size" && <FigureSizeForm onClose={close} />}
      {form.value === "tag" && <AddTagForm spec={spec} onClose={close} />}
    </div>
  );
}
