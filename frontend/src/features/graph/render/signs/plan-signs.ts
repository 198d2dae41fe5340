/** What the signs of a scene say, and from which zooms on. */
import { percentText } from "../../../../lib/format/number";
import type { Rect } from "../../../../lib/geometry/geometry";
import { SCOPE_HEADER } from "../../layout/spacing";
import { fontOf, type MeasureText } from "../../scene/node-size";
import type { Scene, SceneBox } from "../../scene/scene";
import { headingSpaces } from "../draw-headings";
import { faceOf } from "../node-shapes";
import { cutText } from "../text-metrics";
import { type SignRange, type SignRequest, type SignSpace, signRanges } from "./sign-ranges";

/** In CSS pixels, at every zoom. */
export const SIGN_TEXT = 11;
export const SIGN_HEIGHT = 17;
const PADDING = 6;
const MAX_NAME = 130;
/** Where there is little room: a share alone would not say of what. */
const MAX_SHORT_NAME = 72;
/** How far the sign of an open scope may stand above it. */
const ABOVE = 5;
/** A smaller share than this would be 0 %, and an op with one from this on is no dust. */
const LEAST_SHARE = 0.005;
const LARGE_SHARE = 0.05;
/** The zoom below which ops with a small share are dust, whose names say nothing. */
const OPS_FROM = 0.15;
/** Boxes that have signs, at most: those that hold most. */
const MAX_SIGNS = 400;

/** What stands for a box where its name cannot be read. */
export interface Sign extends SignRange {
  /** The name of the box. */
  readonly name: string;
  /** Its label and its share; where there is little room, as much of the label as that has. */
  readonly text: string;
  readonly short: string;
  /** Of both, in CSS pixels. */
  readonly width: number;
  readonly shortWidth: number;
}

/** The signs of a scene, the most important first. */
export function planSigns(scene: Scene, measure: MeasureText): Sign[] {
  const weight = weigher(scene);
  const ordered = [...scene.boxes]
    .sort((a, b) => weight(b) - weight(a) || a.depth - b.depth)
    .slice(0, MAX_SIGNS)
    .map((box, i) => signTexts(scene, box, measure, i === 0));
  const tiers = [
    ordered.filter(({ box }) => !isDust(scene, box)),
    ordered.filter(({ box }) => isDust(scene, box)),
  ];
  const requests = tiers.map((texts, tier) => {
    const places = new Map(texts.map(({ box }, i) => [box.node.name, i]));
    return texts.map((text) => requestOf(text, tier, places.get(text.box.scope) ?? -1));
  });
  const ranges = signRanges(requests, headingSpaces(scene, measure));
  return tiers.flatMap((texts, tier) =>
    texts.flatMap(({ box, ...text }, i) => {
      const range = ranges[tier]?.[i];
      return range === undefined ? [] : [{ name: box.node.name, ...text, ...range }];
    }),
  );
}

/** A scope weighs as much as all that is inside it: its share, and its part of the ops. */
function weigher({ boxes, shares }: Scene): (box: SceneBox) => number {
  const top = boxes.filter(({ depth }) => depth === 0);
  const ops = top.reduce((sum, { node }) => sum + node.count, 0);
  return ({ node }) => (shares.get(node.name) ?? 0) + node.count / Math.max(1, ops);
}

/** An op with a small share. */
function isDust({ shares }: Scene, { node }: SceneBox): boolean {
  return node.kind === "op" && (shares.get(node.name) ?? 0) < LARGE_SHARE;
}

/** The box that holds most is called by its whole text at any zoom. */
function signTexts({ shares }: Scene, box: SceneBox, measure: MeasureText, isFirst: boolean) {
  const font = fontOf("metanode", SIGN_TEXT);
  const share = shares.get(box.node.name) ?? 0;
  const nameIn = (room: number) => cutText(box.node.label, font, room, measure, box.nameForms);
  const name = nameIn(MAX_NAME);
  const text = share >= LEAST_SHARE ? `${name} ${percentText(share)}` : name;
  const short = isFirst ? text : nameIn(MAX_SHORT_NAME);
  const widthOf = (shown: string): number => Math.ceil(measure(shown, font)) + 2 * PADDING;
  return { box, text, short, width: widthOf(text), shortWidth: widthOf(short) };
}

function requestOf(
  { box, width, shortWidth }: ReturnType<typeof signTexts>,
  tier: number,
  around: number,
): SignRequest {
  const wantedFrom = tier === 0 ? 0 : OPS_FROM;
  return { whole: spaceOf(box, width), short: spaceOf(box, shortWidth), wantedFrom, around };
}

/** What a sign covers, at every zoom at which there are signs. */
function spaceOf(box: SceneBox, width: number): SignSpace {
  const { x, y } = anchorOf(box);
  if (box.isOpen) {
    return { worldX: x, worldY: y, left: 0, right: width, top: -ABOVE, bottom: SIGN_HEIGHT };
  }
  const [across, down] = [width / 2, SIGN_HEIGHT / 2];
  return { worldX: x, worldY: y, left: -across, right: across, top: -down, bottom: down };
}

/** Where a sign of some width stands at a zoom, in world units. */
export function signRect(box: SceneBox, viewWidth: number, scale: number): Rect {
  const { x, y } = anchorOf(box);
  const [width, height] = [viewWidth / scale, SIGN_HEIGHT / scale];
  if (!box.isOpen) return { x: x - width / 2, y: y - height / 2, width, height };
  // Over the title, which it takes the place of; as little of what is inside is covered as can be.
  const above = Math.min(ABOVE / scale, Math.max(0, (height - SCOPE_HEADER) / 2));
  return { x, y: y - above, width, height };
}

/** The upper left corner of an open scope, the middle of a closed box. */
function anchorOf(box: SceneBox): { x: number; y: number } {
  if (box.isOpen) return box.worldRect;
  const { x, y, width, height } = faceOf(box);
  return { x: x + width / 2, y: y + height / 2 };
}
