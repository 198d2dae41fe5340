/** The texts of late parts of the shell. */

export const notificationsOn =
  "While this page is out of sight, the browser notifies you of runs that end, fail or have a new warning.";
export const notificationsOff = "Notifications are off.";
export const notificationsRefused =
  "The browser does not allow notifications of this page. It needs https:// or localhost, and your permission.";
