/** The texts with values of the outline, which comes after the drawing. */
import { countText } from "../../../lib/format/number";

// outline/outline-item
export const edgeFrom = (other: string, link: string): string => `, from ${other}: ${link}`;
export const edgeTo = (other: string, link: string): string => `, to ${other}: ${link}`;
export const moreFrom = (others: number): string => `, from ${countText(others)} more`;
export const moreTo = (others: number): string => `, to ${countText(others)} more`;
