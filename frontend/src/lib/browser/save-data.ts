/** Whether the browser is set to save data, or has little memory. */
export function prefersReducedData(): boolean {
  const { connection, deviceMemory = 8 } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean };
    /** Gigabytes, roughly. */
    readonly deviceMemory?: number;
  };
  return connection?.saveData === true || deviceMemory < 2;
}
