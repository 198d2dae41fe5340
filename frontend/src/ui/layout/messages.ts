/** The texts of menus, which come with their code. */

export const display = "Display";
export const cardSize = "Card size";
export const cardSizes = { S: "Small", M: "Medium", L: "Large" } as const;
