import type { RestoredRows, RestoringStore } from '../persistence';
import { ReferenceNotFoundError } from './errors';
import { rowId } from './row-id';
import { TouchedEntities } from './touched-entities';

/** The steps of a restore, planned before anything is written: the rows that are restored with the entities. */
export class RestorationPlan {
  /** Parents before their children. */
  readonly #dependents: RestoredRows[] = [];
  #named?: RestoredRows;
  /** The rows visited so far: entities may refer to each other in a circle. */
  readonly #visited = new Set<string>();

  /** Rows that are restored with the entities. */
  readonly touched = new TouchedEntities();

  constructor(private readonly restoring: RestoringStore) {}

  /** Adds all rows that were deleted with the given entities, which are restored separately, before them. */
  async addBelow(named: RestoredRows): Promise<void> {
    this.#named = this.#firstOf(named);
    await this.#addBelow(this.#named);
  }

  /** @throws ReferenceNotFoundError when a restored row refers to one that no longer exists */
  async execute(): Promise<void> {
    for (const { entity, rows } of this.#dependents) await this.restoring.restore(entity, rows);
    for (const restored of [this.#named!, ...this.#dependents]) {
      const broken = await this.restoring.brokenReference(restored);
      if (broken) throw new ReferenceNotFoundError([broken.field], broken.target, broken.key);
    }
  }

  async #addBelow(above: RestoredRows): Promise<void> {
    for (const found of await this.restoring.deletedWith(above)) {
      const fresh = this.#firstOf(found);
      if (fresh.rows.length === 0) continue;
      this.#dependents.push(fresh);
      this.touched.addChanged(fresh.entity, fresh.rows);
      await this.#addBelow(fresh);
    }
  }

  #firstOf({ entity, rows }: RestoredRows): RestoredRows {
    const fresh = rows.filter((row) => {
      const id = rowId(entity, row);
      if (this.#visited.has(id)) return false;
      this.#visited.add(id);
      return true;
    });
    return { entity, rows: fresh };
  }
}
