/**
 * The event of an element whose tooltip a long press has shown. A long press that opens a menu too
 * gives way to it.
 */
export const EXPLAINED = "explained";
