/** A binary heap of items with fixed keys; equal keys come out in the order of the items. */
export class MinHeap {
  private readonly items: number[] = [];
  private readonly keys: number[] = [];

  /** The item with the least key, -1 when the heap is empty. */
  get least(): number {
    return this.items.length === 0 ? -1 : this.items[0];
  }

  /** Its key, infinite when the heap is empty. */
  get leastKey(): number {
    return this.items.length === 0 ? Number.POSITIVE_INFINITY : this.keys[0];
  }

  push(item: number, key: number): void {
    let at = this.items.length;
    this.items.push(item);
    this.keys.push(key);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isBefore(item, key, parent)) break;
      this.items[at] = this.items[parent];
      this.keys[at] = this.keys[parent];
      at = parent;
    }
    this.items[at] = item;
    this.keys[at] = key;
  }

  /** Takes out the item with the least key; -1 when the heap is empty. */
  pop(): number {
    const top = this.least;
    const item = this.items.pop();
    const key = this.keys.pop();
    if (item !== undefined && key !== undefined && this.items.length > 0) this.sink(item, key);
    return top;
  }

  /** Puts an item in at the top and lets it down to its place. */
  private sink(item: number, key: number): void {
    const size = this.items.length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.isBefore(this.items[child + 1], this.keys[child + 1], child)) {
        child++;
      }
      if (!(this.keys[child] < key || (this.keys[child] === key && this.items[child] < item))) {
        break;
      }
      this.items[at] = this.items[child];
      this.keys[at] = this.keys[child];
      at = child;
    }
    this.items[at] = item;
    this.keys[at] = key;
  }

  private isBefore(item: number, key: number, other: number): boolean {
    const otherKey = this.keys[other];
    return key < otherKey || (key === otherKey && item < this.items[other]);
  }
}
