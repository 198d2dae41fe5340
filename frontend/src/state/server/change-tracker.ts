/**
 * What the server has said changed, so that only that is asked for again.
 *
 * Every telling has a number; of a series it is known which telling spoke of it last. A card that
 * was drawn from an answer asked for since then is as good as new.
 */
import type { ChangeNotice } from "../../api/types";

/** Of more series, it is only remembered that something changed. */
const MAX_SERIES = 50_000;

export class Changes {
  private telling = 0;
  /** The tellings that spoke of anything at all, and of anything of some run, last. */
  private anything = 0;
  private anyRun = 0;
  private readonly runs = new Map<string, number>();
  /** The last telling that spoke of a run or of any of its tags. */
  private readonly namedRuns = new Map<string, number>();
  private readonly tags = new Map<string, number>();
  private readonly series = new Map<string, Map<string, number>>();
  private size = 0;

  /** The telling in which a run or a tag may have come or gone. */
  get ofLists(): number {
    return Math.max(this.anything, this.anyRun);
  }

  /** The last telling that spoke of a tag of any of these runs; of no run stands for all. */
  ofSeries(tag: string, runs: readonly string[]): number {
    if (runs.length === 0) return Math.max(this.ofLists, this.tags.get(tag) ?? 0);
    let latest = this.anything;
    for (const run of runs) {
      const own = Math.max(this.runs.get(run) ?? 0, this.series.get(run)?.get(tag) ?? 0);
      if (own > latest) latest = own;
    }
    return latest;
  }

  /** The last telling that spoke of any of these runs, whatever it said of them. */
  ofRuns(runs: readonly string[]): number {
    const latest = runs.map((run) => this.namedRuns.get(run) ?? 0);
    return latest.reduce((most, one) => Math.max(most, one), this.anything);
  }

  tell(notices: readonly ChangeNotice[]): void {
    this.telling += 1;
    for (const { run, tags } of notices) {
      if (run === null) this.forget();
      else if (tags === null) this.noteRun(run);
      else for (const tag of tags) this.noteSeries(run, tag);
    }
    if (this.size > MAX_SERIES) this.forget();
  }

  tellOfAnything(): void {
    this.tell([{ run: null, tags: null, last_step: null, last_wall_time: null, version: "" }]);
  }

  private forget(): void {
    this.anything = this.telling;
    for (const map of [this.runs, this.namedRuns, this.tags, this.series]) map.clear();
    this.size = 0;
  }

  private noteRun(run: string): void {
    this.anyRun = this.telling;
    this.namedRuns.set(run, this.telling);
    this.size += this.runs.has(run) ? 0 : 1;
    this.runs.set(run, this.telling);
  }

  private noteSeries(run: string, tag: string): void {
    const own = this.series.get(run) ?? new Map<string, number>();
    this.namedRuns.set(run, this.telling);
    this.size += own.has(tag) ? 0 : 1;
    this.series.set(run, own.set(tag, this.telling));
    this.tags.set(tag, this.telling);
  }
}
