/** Switches notifications on and off; the browser has to allow them. */
import { boot } from "../base/boot";
import { notifies } from "../base/notifications";
import { showToast } from "../base/toasts";
import * as messages from "./messages";

/** A report has no news, and a page in a frame is no place that a browser allows them in. */
export const canNotify = boot.report === null && "Notification" in globalThis && self === top;

export async function toggleNotifications(): Promise<void> {
  if (notifies.peek()) {
    notifies.value = false;
    showToast(messages.notificationsOff);
    return;
  }
  const isAllowed = isSecureContext && (await Notification.requestPermission()) === "granted";
  notifies.value = isAllowed;
  showToast(isAllowed ? messages.notificationsOn : messages.notificationsRefused);
}
