/**
 * Work that may still be done, counted in steps of inner loops rather than in milliseconds, so
 * that every machine stops at the same result.
 */
export class WorkBudget {
  constructor(private left: number) {}

  get isSpent(): boolean {
    return this.left <= 0;
  }

  get remaining(): number {
    return this.left;
  }

  spend(steps: number): void {
    this.left -= steps;
  }
}
