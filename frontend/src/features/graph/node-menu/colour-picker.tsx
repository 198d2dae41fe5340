/** The colours that a node can be given. */

import * as messages from "../messages";
import { SWATCHES } from "../options/node-marks";
import { useOptions } from "../session/session-context";

export function ColourPicker({ name, isInMenu }: { name: string; isInMenu: boolean }) {
  const { marks } = useOptions();
  const now = marks.paints.value.get(name) ?? "";
  const isOwn = now !== "" && !SWATCHES.some(({ colour }) => colour === now);
  // In a menu the group around it has the name.
  const Frame = isInMenu ? "div" : "fieldset";
  return (
    <Frame class="graph-colour-picker">
      {!isInMenu && <legend class="ui-visually-hidden">{messages.colour}</legend>}
      <Swatch
        name={messages.noColour}
        colour=""
        {...{ now, isInMenu }}
        onChoose={() => marks.setPaint(name, "")}
      />
      {SWATCHES.map((swatch) => (
        <Swatch
          key={swatch.colour}
          {...swatch}
          now={now}
          isInMenu={isInMenu}
          onChoose={() => marks.setPaint(name, swatch.colour)}
        />
      ))}
      {!isInMenu && (
        <label
          class={`graph-colour-custom ${isOwn ? "chosen" : ""}`}
          data-tooltip={messages.customColour}
        >
          <span class="ui-visually-hidden">{messages.customColour}</span>
          <input
            type="color"
            value={now === "" ? "#888888" : now}
            onChange={(change) => marks.setPaint(name, change.currentTarget.value)}
          />
        </label>
      )}
    </Frame>
  );
}

interface SwatchProps {
  readonly name: string;
  readonly colour: string;
  readonly now: string;
  readonly isInMenu: boolean;
  readonly onChoose: () => void;
}

function Swatch({ name, colour, now, isInMenu, onChoose }: SwatchProps) {
  const isChosen = colour === now;
  const state = isInMenu
    ? ({ role: "menuitemradio", "aria-checked": isChosen, tabIndex: -1 } as const)
    : ({ "aria-pressed": isChosen } as const);
  return (
    <button
      type="button"
      class={`swatch ${isChosen ? "chosen" : ""} ${colour === "" ? "none" : ""}`}
      style={colour === "" ? undefined : { backgroundColor: colour }}
      aria-label={name}
      data-tooltip={name}
      onClick={onChoose}
      {...state}
    />
  );
}
