import type { Row } from '../persistence';

/**
 * The conditions of the caller on the roots that a write concerns, before it.
 *
 * @throws to refuse the write
 */
export type RootCondition = (roots: readonly Row[]) => void;

/**
 * The roots that a write concerns, once they are locked: who asks may hold them against a condition, and learns their
 * versions. Nothing comes between the check and the write.
 */
export class RootGuard {
  /** The first of the roots; once all is written, its version is the one that it has then. */
  root?: Row;

  /** @param presence refuses what is there, or is not, where the request may create it */
  constructor(
    readonly condition?: RootCondition,
    private readonly presence?: (isThere: boolean) => void,
  ) {}

  /** Called in each attempt to write, before anything is written. */
  locked(roots: readonly Row[]): void {
    this.condition?.(roots);
    this.root = roots[0];
  }

  /** Told of what a request creates where it is not there. */
  found(isThere: boolean): void {
    this.presence?.(isThere);
  }
}
