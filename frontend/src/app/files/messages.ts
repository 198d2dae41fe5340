/** The texts with values of files that are sent, which come with their report. */
import { countText } from "../../lib/format/number";

export const uploading = (name: string): string => `Uploading ${name}`;
export const uploadingMore = (name: string, waiting: number): string =>
  `Uploading ${name}, ${countText(waiting)} more to come`;
