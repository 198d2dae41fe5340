/** The texts of the widget around the page. */

export const frameTitle = "Scopeboard";

export const busy =
  "The kernel is busy, or has ended. What is drawn stays, and the page goes on when it answers.";
