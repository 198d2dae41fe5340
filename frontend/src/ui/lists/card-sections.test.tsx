import { render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { useState } from "preact/hooks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CardSection, CardSizes } from "../../lib/lists/card-layout";
import { CardSections, useCardSections } from "./card-sections";

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
});
afterEach(() => vi.restoreAllMocks());

const cards = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const SECTIONS: readonly CardSection<string>[] = [
  { key: "loss", title: "loss", cards: cards("loss/", 4) },
  { key: "rate", title: "rate", cards: cards("rate/", 300) },
];

const SIZES: CardSizes = {
  leastWidth: 300,
  mostWidth: 900,
  mostColumns: 3,
  leastPlot: 100,
  mostPlot: 200,
  plotByWidth: 0.5,
};

function Cards({ sections = SECTIONS }: { sections?: typeof SECTIONS }) {
  const [folded, setFolded] = useState<readonly string[]>([]);
  const laidOut = useCardSections({
    sections,
    folded,
    sizes: SIZES,
    heightOf: () => 200,
  });
  return (
    <CardSections
      cards={laidOut}
      onFold={(key) =>
        setFolded(folded.includes(key) ? folded.filter((one) => one !== key) : [...folded, key])
      }
      keyOf={(card) => card}
      draw={(card, isFirst) => <article aria-label={card}>{isFirst && "first"}</article>}
    />
  );
}

it("has a heading that folds each section, with how many charts it has", async () => {
  render(<Cards />);
  const loss = screen.getByRole("button", { name: "loss 4 charts" });
  expect(loss.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByRole("article", { name: "loss/0" })).toBeTruthy();
  await userEvent.click(loss);
  expect(loss.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByRole("article", { name: "loss/0" })).toBeNull();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("article", { name: "loss/0" })).toBeTruthy();
});

it("has the cards near the viewport, and says how many of many these are", () => {
  render(<Cards />);
  const drawn = screen.getAllByRole("article").length;
  expect(drawn).toBeGreaterThan(4);
  expect(drawn).toBeLessThan(40);
  expect(screen.getByText(new RegExp(`^${drawn} of 304 charts drawn`))).toBeTruthy();
});

it("tells the first card of all that it is the first", () => {
  render(<Cards />);
  expect(screen.getAllByText("first")).toHaveLength(1);
  expect(screen.getByRole("article", { name: "loss/0" }).textContent).toBe("first");
});

it("has each heading before its own cards where sections share a row", () => {
  const { container } = render(
    <Cards
      sections={[
        { key: "", title: "(no prefix)", cards: ["lr"] },
        { key: "loss", title: "loss", cards: ["loss/a", "loss/b"] },
      ]}
    />,
  );
  const order = [...container.querySelectorAll("h2, article")].map(
    (part) => part.getAttribute("aria-label") ?? part.textContent,
  );
  expect(order).toEqual(["(no prefix)1 chart", "lr", "loss2 charts", "loss/a", "loss/b"]);
});

it("has nothing to fold where no tag has a prefix, but a heading for screen readers", () => {
  render(<Cards sections={[{ key: "", title: "(no prefix)", cards: ["lr", "rate"] }]} />);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("heading", { name: "2 charts" })).toBeTruthy();
  expect(screen.getAllByRole("article")).toHaveLength(2);
});
