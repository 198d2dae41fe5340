/** What the colours of a picture mean, in words and as entries of its legend. */

import { bytesText } from "../../../lib/format/number";
import { nanosecondsText } from "../../../lib/format/units";
import { COLOURINGS, type ColourBy } from "../options/colour-by";
import type { ColourLegend } from "../overlays/colour/colour-session";
import * as metricMessages from "../overlays/metric/messages";
import { ends } from "../overlays/metric/metric-scale";
import { tintOf } from "../render/fill-style";
import type { Key } from "./legend-entries";
import { swatch } from "./legend-entries";
import * as messages from "./messages";

export interface ColourExplanation {
  /** Empty when nothing is coloured. */
  readonly text: string;
  readonly keys: readonly Key[];
}

/** Of no category: it has the colour of all that have none of their own. */
const OTHER = -1;

export function explainColours(by: ColourBy, legend: ColourLegend): ColourExplanation {
  const name = COLOURINGS.find((each) => each.by === by)?.text ?? by;
  switch (legend.kind) {
    case "categories":
      return { text: messages.colouredBy(name), keys: categoryKeys(legend.legend) };
    case "structure":
      return legend.structures === 0 ? NOTHING : { ...NOTHING, text: messages.sameStructure };
    case "amounts": {
      if (legend.most === null) return NOTHING;
      const most = by === "memory" ? bytesText(legend.most) : nanosecondsText(legend.most);
      return { ...NOTHING, text: messages.colouredByUpTo(name, most) };
    }
    case "metric": {
      if (legend.scale === null) return NOTHING;
      const [, most] = ends(legend.scale);
      const text = metricMessages.metricText(most, legend.scale.isShare);
      return { ...NOTHING, text: messages.colouredByUpTo(name, text) };
    }
    default:
      return NOTHING;
  }
}

const NOTHING: ColourExplanation = { text: "", keys: [] };

function categoryKeys({
  values,
  otherCount,
}: Extract<ColourLegend, { kind: "categories" }>["legend"]): Key[] {
  const keys = values.map(({ value, category }) => categoryKey(value, category));
  return otherCount > 0 && keys.length > 0
    ? [...keys, categoryKey(messages.othersOrNone, OTHER)]
    : keys;
}

function categoryKey(text: string, category: number): Key {
  return {
    text,
    draw: (brush, left, middle, unit) => {
      const { fill, line } = tintOf(brush.palette, category);
      swatch(brush.context, fill, line, left, middle, unit);
    },
  };
}
