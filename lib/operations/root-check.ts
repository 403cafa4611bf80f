import type { Row } from '../persistence';

/**
 * Checks the roots of a write before anything is written.
 *
 * @throws to reject the write
 */
export type RootCondition = (roots: readonly Row[]) => void;

/** Checks the roots of a write once they are locked, so that nothing comes between the check and the write. */
export class RootCheck {
  /** The first of the roots; after the write it has its new version. */
  root?: Row;

  /** @param presence checks whether the entity that the request may create exists; throws to reject the write */
  constructor(
    readonly condition?: RootCondition,
    private readonly presence?: (isThere: boolean) => void,
  ) {}

  /** Called in each attempt of the unit of work, before anything is written. */
  locked(roots: readonly Row[]): void {
    this.condition?.(roots);
    this.root = roots[0];
  }

  /** Called with whether the entity that the request may create exists. */
  found(isThere: boolean): void {
    this.presence?.(isThere);
  }
}
