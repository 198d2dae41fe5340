/** A binary heap over the items 0 … n-1 whose keys may change; ties go to the lower index. */
import { ascending } from "./typed-arrays";
export class MaxHeap {
  private readonly items: Int32Array;
  private readonly place: Int32Array;
  private size: number;

  /** All items are in the heap at first; `keys` is read whenever items are compared. */
  constructor(private readonly keys: Float64Array) {
    this.size = keys.length;
    this.items = ascending(keys.length);
    this.place = this.items.slice();
    for (let i = (this.size >> 1) - 1; i >= 0; i--) this.sink(i);
  }

  /** Takes out the item with the largest key, or returns -1 when none is left. */
  pop(): number {
    if (this.size === 0) return -1;
    const top = this.items[0];
    this.remove(top);
    return top;
  }

  /** Takes out an item; nothing happens when it is already out. */
  remove(item: number): void {
    const at = this.place[item];
    if (at < 0) return;
    this.size--;
    this.place[item] = -1;
    if (at === this.size) return;
    const last = this.items[this.size];
    this.put(last, at);
    this.update(last);
  }

  /** Restores the order after the key of an item has changed. */
  update(item: number): void {
    const at = this.place[item];
    if (at < 0) return;
    this.rise(at);
    this.sink(this.place[item]);
  }

  private put(item: number, at: number): void {
    this.items[at] = item;
    this.place[item] = at;
  }

  private before(a: number, b: number): boolean {
    return this.keys[a] > this.keys[b] || (this.keys[a] === this.keys[b] && a < b);
  }

  private rise(from: number): void {
    const item = this.items[from];
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.before(item, this.items[parent])) break;
      this.put(this.items[parent], at);
      at = parent;
    }
    this.put(item, at);
  }

  private sink(from: number): void {
    const item = this.items[from];
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.before(this.items[child + 1], this.items[child])) child++;
      if (!this.before(this.items[child], item)) break;
      this.put(this.items[child], at);
      at = child;
    }
    this.put(item, at);
  }
}
