/** Whole numbers of 32 bits whose count is not known beforehand. */
export class IntList {
  length = 0;
  private items: Int32Array;

  constructor(room = 64) {
    this.items = new Int32Array(Math.max(1, room));
  }

  push(item: number): void {
    if (this.length === this.items.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = item;
  }

  at(index: number): number {
    return this.items[index];
  }

  toArray(): Int32Array {
    return this.items.slice(0, this.length);
  }
}
