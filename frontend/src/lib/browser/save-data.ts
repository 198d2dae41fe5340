/** Whether the browser was told to save data, or has little memory. */
export function isSparing(): boolean {
  const { connection, deviceMemory = 8 } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean };
    /** Gigabytes, roughly. */
    readonly deviceMemory?: number;
  };
  return connection?.saveData === true || deviceMemory < 2;
}
