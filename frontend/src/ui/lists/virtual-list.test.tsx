import { fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { VirtualList } from "./virtual-list";

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(300);
});
afterEach(() => vi.restoreAllMocks());

function Names({ rows = 1000 }: { rows?: number }) {
  return (
    <VirtualList
      rows={rows}
      rowHeight={20}
      label="Names"
      rowKey={String}
      row={(index) => `name ${index}`}
    />
  );
}

it("has the rows near the viewport, each with its place in the whole list", () => {
  render(<Names />);
  const items = screen.getAllByRole("listitem");
  expect(items.length).toBeLessThan(60);
  expect(items[0]?.textContent).toBe("name 0");
  expect(items[3]?.getAttribute("aria-posinset")).toBe("4");
  expect(items[3]?.getAttribute("aria-setsize")).toBe("1000");
  expect(items[3]?.style.top).toBe("60px");
  expect(screen.getByRole("list", { name: "Names" }).style.height).toBe("20000px");
});

it("has other rows when it is scrolled", () => {
  const { container } = render(<Names />);
  const scroller = container.querySelector(".ui-virtual-list") as HTMLElement;
  scroller.scrollTop = 10_000;
  fireEvent.scroll(scroller);
  expect(screen.getByText("name 500")).toBeTruthy();
  expect(screen.queryByText("name 0")).toBeNull();
});

it("has no more rows than there are", () => {
  render(<Names rows={3} />);
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
});
