import { render, screen, within } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import * as messages from "../messages";
import { type WarningItem, WarningList } from "./warning-list";

const item = (at: number, more: Partial<WarningItem> = {}): WarningItem => ({
  key: `key ${at}`,
  colour: "#123456",
  runName: `run ${at}`,
  tag: "loss",
  message: `${at} NaN values`,
  method: "Counted over all points",
  isMuted: false,
  ...more,
});

function list(items: readonly WarningItem[]) {
  const [onOpen, onMute] = [vi.fn(), vi.fn()];
  render(<WarningList items={items} onOpen={onOpen} onMute={onMute} />);
  return { onOpen, onMute };
}

const rows = () => screen.getAllByRole("listitem");

it("leads to the place of a warning, and mutes it", async () => {
  const { onOpen, onMute } = list([item(1)]);
  await userEvent.click(screen.getByRole("button", { name: /1 NaN values/ }));
  expect(onOpen).toHaveBeenCalledWith("key 1");
  await userEvent.click(
    screen.getByRole("button", { name: messages.muteWarning(messages.tagInRun("loss", "run 1")) }),
  );
  expect(onMute).toHaveBeenCalledWith("key 1", true);
});

it("explains on request how a warning was computed", async () => {
  list([item(1), item(2, { tag: null })]);
  const [, second] = rows();
  const how = within(second as HTMLElement).getByRole("button", {
    name: messages.howLabel("run 2"),
  });
  expect(how.getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(how);
  expect(how.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getAllByText("Counted over all points")).toHaveLength(1);
});

it("lists twenty, and twenty more each time", async () => {
  list(Array.from({ length: 45 }, (_, at) => item(at)));
  expect(rows()).toHaveLength(20);
  await userEvent.click(screen.getByRole("button", { name: messages.showMore(25) }));
  expect(rows()).toHaveLength(40);
  await userEvent.click(screen.getByRole("button", { name: messages.showMore(5) }));
  expect(rows()).toHaveLength(45);
  expect(screen.queryByRole("button", { name: /more/ })).toBeNull();
});

it("has the muted ones aside, to be unmuted", async () => {
  const { onMute } = list([item(1), item(2, { isMuted: true })]);
  expect(rows()).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: messages.showMuted(1) }));
  expect(rows()).toHaveLength(2);
  await userEvent.click(
    screen.getByRole("button", {
      name: messages.unmuteWarning(messages.tagInRun("loss", "run 2")),
    }),
  );
  expect(onMute).toHaveBeenCalledWith("key 2", false);
});
