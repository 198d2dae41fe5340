import { afterEach, expect, it, vi } from "vitest";
import { notifies } from "../base/notifications";
import { shownToasts } from "../base/toasts";
import { toggleNotifications } from "./notification-switch";

function allow(permission: NotificationPermission): void {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("Notification", { requestPermission: async () => permission });
}

afterEach(() => {
  notifies.value = false;
});

it("is on only once the browser allows it", async () => {
  allow("denied");
  await toggleNotifications();
  expect(notifies.value).toBe(false);
  expect(shownToasts.value.at(-1)?.text).toContain("does not allow");
  allow("granted");
  await toggleNotifications();
  expect(notifies.value).toBe(true);
  await toggleNotifications();
  expect(notifies.value).toBe(false);
});
