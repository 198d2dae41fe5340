import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markScene } from "../scene/apply-marks";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { memoryOptions } from "./memory-options";
import { parseNote, parsePaint, printNotes, printPaints } from "./node-marks";

describe("colours and notes", () => {
  it("read as they were written, whatever the name and the text hold", () => {
    const noteTexts = fc.string({ minLength: 1 }).filter((text) => text.trim() !== "");
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), noteTexts, (name, text) => {
        const [printed = ""] = printNotes(new Map([[name, text]]));
        expect(parseNote(printed)).toEqual([[name, text]]);
        const [colour = ""] = printPaints(new Map([[name, "#0a1b2c"]]));
        expect(parsePaint(colour)).toEqual([[name, "#0a1b2c"]]);
      }),
    );
  });

  it("are nothing where the address holds something else", () => {
    for (const text of ["", "red:a", "ff00zz:a", "ff0000", "ff0000:"]) {
      expect(parsePaint(text)).toBeUndefined();
    }
    for (const text of ["", "a", "=text", "a= "]) expect(parseNote(text)).toBeUndefined();
  });

  it("are replaced, and removed when empty", () => {
    const { marks } = memoryOptions();
    const { paints, notes } = marks;
    marks.setPaint("a", "#FF0000");
    marks.setPaint("a", "#00ff00");
    marks.setNote("a", " too slow ");
    expect([paints.peek().get("a"), notes.peek().get("a")]).toEqual(["#00ff00", "too slow"]);
    marks.setPaint("a", "");
    marks.setNote("a", " ");
    expect([paints.peek().size, notes.peek().size]).toEqual([0, 0]);
  });

  it("stand on their boxes, and change no others", () => {
    const scene = buildScene(mnistScopes, []);
    const colours = new Map([["layer1", "#d64545"]]);
    const marked = markScene(scene, colours, new Map([["layer2", "look here"]]));
    expect(marked.boxByName.get("layer1")?.paint).toBe("#d64545");
    expect(marked.boxByName.get("layer2")?.isNoted).toBe(true);
    const others = scene.boxes.filter(({ node }) => !/^layer/.test(node.name));
    for (const box of others) expect(marked.boxByName.get(box.node.name)).toBe(box);
    expect(markScene(scene, new Map(), new Map())).toBe(scene);
  });
});
