/**
 * Which runs and series changed on the server, so that only those are requested again.
 *
 * Every batch of notices has a revision, and each series has the last revision that named it. An
 * answer requested since then is current.
 */
import type { ChangeNotice } from "../../api/types";

/** Of more series, it is only remembered that something changed. */
const MAX_SERIES = 50_000;

export class ChangeTracker {
  private revision = 0;
  /** The last revisions that changed everything, and all of some run. */
  private anything = 0;
  private anyRun = 0;
  private readonly runs = new Map<string, number>();
  /** The last revision that named a run or any of its tags. */
  private readonly namedRuns = new Map<string, number>();
  private readonly tags = new Map<string, number>();
  private readonly series = new Map<string, Map<string, number>>();
  private size = 0;

  /** The last revision in which a run or a tag may have come or gone. */
  get ofLists(): number {
    return Math.max(this.anything, this.anyRun);
  }

  /** The last revision that named a tag of any of these runs; an empty list stands for all runs. */
  ofSeries(tag: string, runs: readonly string[]): number {
    if (runs.length === 0) return Math.max(this.ofLists, this.tags.get(tag) ?? 0);
    let latest = this.anything;
    for (const run of runs) {
      const own = Math.max(this.runs.get(run) ?? 0, this.series.get(run)?.get(tag) ?? 0);
      if (own > latest) latest = own;
    }
    return latest;
  }

  /** The last revision that named any of these runs. */
  ofRuns(runs: readonly string[]): number {
    const latest = runs.map((run) => this.namedRuns.get(run) ?? 0);
    return latest.reduce((most, one) => Math.max(most, one), this.anything);
  }

  note(notices: readonly ChangeNotice[]): void {
    this.revision += 1;
    for (const { run, tags } of notices) {
      if (run === null) this.forget();
      else if (tags === null) this.noteRun(run);
      else for (const tag of tags) this.noteSeries(run, tag);
    }
    if (this.size > MAX_SERIES) this.forget();
  }

  noteAnything(): void {
    this.note([{ run: null, tags: null, last_step: null, last_wall_time: null, version: "" }]);
  }

  private forget(): void {
    this.anything = this.revision;
    for (const map of [this.runs, this.namedRuns, this.tags, this.series]) map.clear();
    this.size = 0;
  }

  private noteRun(run: string): void {
    this.anyRun = this.revision;
    this.namedRuns.set(run, this.revision);
    this.size += this.runs.has(run) ? 0 : 1;
    this.runs.set(run, this.revision);
  }

  private noteSeries(run: string, tag: string): void {
    const own = this.series.get(run) ?? new Map<string, number>();
    this.namedRuns.set(run, this.revision);
    this.size += own.has(tag) ? 0 : 1;
    this.series.set(run, own.set(tag, this.revision));
    this.tags.set(tag, this.revision);
  }
}
