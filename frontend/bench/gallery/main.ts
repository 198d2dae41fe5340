/** Draws every fixture as SVG. */
import { layOutScopes } from "../../src/features/graph/layout/compound/layout-scopes";
import type { LayoutResult, ScopeRequest } from "../../src/features/graph/layout/request";
import { forEachPiece } from "../../src/features/graph/layout/route/route-curve";
import { LABEL_HEIGHT } from "../../src/features/graph/layout/spacing";
import { layoutFixtures } from "../../src/features/graph/testing/layout-fixtures";
import { emptyCache } from "../../src/features/graph/testing/whole-engine";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 12;

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
  return made;
}

function drawScope(svg: SVGElement, scope: ScopeRequest, drawn: LayoutResult, index: number): void {
  const { x, y, width, height } = drawn.scopes[index];
  for (let v = 0; v < scope.childCount; v++) {
    const isOpen = scope.openScope[v] >= 0;
    const look = scope.role[v] > 0 ? "extract" : isOpen ? "open" : "";
    const box = { x: x[v], y: y[v], width: width[v], height: height[v], rx: 6 };
    svg.append(element("rect", { ...box, class: `box ${look}` }));
  }
  for (let e = 0; e < scope.source.length; e++) drawEdge(svg, scope, drawn, index, e);
}

function drawEdge(
  svg: SVGElement,
  scope: ScopeRequest,
  drawn: LayoutResult,
  index: number,
  e: number,
): void {
  const { points, pointStart, reversed, labelX, labelY } = drawn.scopes[index];
  const [from, to] = [pointStart[e], pointStart[e + 1]];
  if (from === to) return;
  let path = `M${points[2 * from]} ${points[2 * from + 1]}`;
  const isSideways = drawn.options.direction === "left-to-right";
  const add = (_x0: number, _y0: number, x1: number, y1: number): void => {
    path += `L${x1.toFixed(1)} ${y1.toFixed(1)}`;
  };
  forEachPiece(points, from, to, add, isSideways);
  const look = reversed[e] ? "edge against" : "edge";
  svg.append(element("path", { d: path, class: look, "stroke-width": scope.thickness[e] }));
  if (Number.isNaN(labelX[e])) return;
  const width = scope.labelWidth[e];
  const place = { x: labelX[e] - width / 2, y: labelY[e] - LABEL_HEIGHT / 2 };
  svg.append(element("rect", { ...place, width, height: LABEL_HEIGHT, class: "label" }));
}

for (const { name, request } of layoutFixtures) {
  const drawn = layOutScopes(request, emptyCache());
  const box = [-MARGIN, -MARGIN, drawn.width + 2 * MARGIN, drawn.height + 2 * MARGIN];
  const size = { width: box[2], height: box[3], viewBox: box.join(" ") };
  const svg = element("svg", size);
  request.scopes.forEach((scope, index) => {
    drawScope(svg, scope, drawn, index);
  });
  const figure = document.createElement("figure");
  const caption = document.createElement("figcaption");
  caption.textContent = `${name}: ${Math.round(drawn.width)} × ${Math.round(drawn.height)}`;
  figure.append(caption, svg);
  document.querySelector("#gallery")?.append(figure);
}
