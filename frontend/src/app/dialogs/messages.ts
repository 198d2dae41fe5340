/** The texts with values of dialogs, which come when one is opened. */
import { counted } from "../../lib/format/number";

export const nameCount = (count: number): string => counted(count, "name");
export const reportSummary = (shown: string, date: string): string =>
  `This page is one file. It shows ${shown} as of ${date}, works offline and saves no changes.`;
export const madeBy = (version: string): string => `Made by Scopeboard ${version}`;
export const newNameFor = (name: string): string => `New name for ${name}`;
export const copyLinkTo = (name: string): string => `Copy a link to ${name}`;
export const renameView = (name: string): string => `Rename ${name}`;
export const deleteView = (name: string): string => `Delete ${name}`;
export const guideTo = (tab: string): string => `Guide: ${tab}`;
