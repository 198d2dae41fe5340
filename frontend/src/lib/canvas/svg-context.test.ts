import { describe, expect, it } from "vitest";
import { SvgContext } from "./svg-context";

const measureLetters = (text: string): number => 6 * text.length;

function drawn(draw: (context: SvgContext) => void): string {
  const context = new SvgContext(measureLetters);
  draw(context);
  return context.markup;
}

describe("a context that writes SVG", () => {
  it("writes a filled and outlined box as one path", () => {
    const markup = drawn((context) => {
      context.fillStyle = "#ffffff";
      context.strokeStyle = "#7d93b2";
      context.lineWidth = 2;
      context.beginPath();
      context.roundRect(10, 20, 100, 40, 8);
      context.fill();
      context.stroke();
    });
    expect(markup).toBe(
      '<path d="M18 20h84a8 8 0 0 1 8 8v24a8 8 0 0 1 -8 8h-84a8 8 0 0 1 -8 -8v-24a8 8 0 0 1 8 -8Z"' +
        ' fill="#ffffff" stroke="#7d93b2" stroke-width="2"/>',
    );
  });

  it("writes lines and curves with their dashes", () => {
    const markup = drawn((context) => {
      context.strokeStyle = "#111111";
      context.setLineDash([3, 3]);
      context.beginPath();
      context.moveTo(0, 0);
      context.lineTo(0, 10.123);
      context.bezierCurveTo(0, 20, 30, 20, 30, 30);
      context.stroke();
    });
    expect(markup).toBe(
      '<path d="M0 0L0 10.12C0 20 30 20 30 30" fill="none" stroke="#111111" stroke-width="1"' +
        ' stroke-dasharray="3 3"/>',
    );
  });

  it("writes names as text of a given length, whatever they hold", () => {
    const markup = drawn((context) => {
      context.font = "600 12.5px system-ui";
      context.fillText('<a "b">&', 5, 10);
    });
    expect(markup).toContain('font-size="12.5" font-weight="600"');
    expect(markup).toContain('textLength="48"');
    expect(markup).toContain(">&lt;a &quot;b&quot;&gt;&amp;</text>");
  });

  it("puts a patch behind a label, and the label in its middle", () => {
    const markup = drawn((context) => {
      context.font = "500 10px x";
      context.textAlign = "center";
      context.lineWidth = 4;
      context.strokeStyle = "#fbfcfd";
      context.strokeText("?×784", 100, 50);
      context.fillText("?×784", 100, 50);
    });
    const [patch, text] = markup.split("\n");
    expect(patch).toBe('<rect x="83" y="44.25" width="34" height="11.5" fill="#fbfcfd" rx="2"/>');
    expect(text).toContain('<text x="85" y="53.3"');
  });

  it("closes circles, and keeps spaces and half-shown things as they are", () => {
    const markup = drawn((context) => {
      context.globalAlpha = 0.5;
      context.beginPath();
      context.arc(0, 0, 5, 0, 2 * Math.PI);
      context.fill();
      context.fillText("a  b", 0, 0);
    });
    expect(markup).toContain('d="M5 0A5 5 0 0 1 -5 0A5 5 0 0 1 5 0"');
    expect(markup).toContain('opacity="0.5"');
    expect(markup).toContain('xml:space="preserve"');
  });

  it("writes nothing for an empty path", () => {
    const markup = drawn((context) => {
      context.beginPath();
      context.stroke();
      context.fill();
    });
    expect(markup).toBe("");
  });
});
