import type { PathRow, Row, StoredRow } from '../persistence';

/**
 * Checks the roots of a write before anything is written.
 *
 * @throws to reject the write
 */
type RootCondition = (roots: readonly Row[]) => void;

/** Checks the rows that the path of a write names, if the root has no version. */
type RowsCondition = (rows: readonly PathRow[]) => void;

/** What a write is checked for. */
export interface RootConditions {
  readonly roots?: RootCondition;
  /** If given, the rows of the path are read before and after the write. */
  readonly rows?: RowsCondition;
  /** Checks whether the entity that the request may create exists; throws to reject the write. */
  readonly presence?: (isThere: boolean) => void;
}

type ReadRows = () => Promise<readonly PathRow[]>;

/** Checks the roots of a write once they are locked, so that nothing comes between the check and the write. */
export class RootCheck {
  /** The first of the roots; after the write it has its new version. */
  root?: StoredRow;
  /** The rows of the path after the write, if they were checked. */
  rows: readonly PathRow[] = [];

  constructor(private readonly conditions: RootConditions = {}) {}

  /** Whether the write may be rejected because of the rows as they are. */
  get isConditional(): boolean {
    return this.conditions.roots !== undefined || this.conditions.rows !== undefined;
  }

  /**
   * Called in each attempt of the unit of work, before anything is written.
   *
   * @param readRows reads and locks the rows of the path
   */
  async locked(roots: readonly StoredRow[], readRows: ReadRows): Promise<void> {
    const { roots: verifyRoots, rows: verifyRows } = this.conditions;
    verifyRoots?.(roots);
    verifyRows?.(await readRows());
    this.root = roots[0];
  }

  /** Called with whether the entity that the request may create exists. */
  found(isThere: boolean): void {
    this.conditions.presence?.(isThere);
  }

  /** Called in the unit of work when everything is written. */
  async written(readRows: ReadRows): Promise<void> {
    if (this.conditions.rows) this.rows = await readRows();
  }
}
