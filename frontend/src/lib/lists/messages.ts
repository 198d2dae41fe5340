/** The texts of lists of cards. */

// card-layout
export const noPrefix = "(no prefix)";
