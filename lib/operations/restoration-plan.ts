import type { RestoredRows, RestoringStore } from '../persistence';
import { ReferenceNotFoundError } from './errors';
import { TouchedEntities } from './touched-entities';

/** The plan of a restore, made before anything is written: the rows that come back with the entities. */
export class RestorationPlan {
  /** The parents before their children. */
  readonly #along: RestoredRows[] = [];
  #named?: RestoredRows;
  /** Entities that refer to each other in a circle are entered once. */
  readonly #entered = new Set<string>();

  /** Rows that are restored with the entities. */
  readonly touched = new TouchedEntities();

  constructor(private readonly restoring: RestoringStore) {}

  /** Adds what was deleted with the given entities, down to the last; these themselves are restored before. */
  async addBelow(named: RestoredRows): Promise<void> {
    this.#named = this.#firstOf(named);
    await this.#addBelow(this.#named);
  }

  /** @throws ReferenceNotFoundError when something refers to what is not there any more */
  async execute(): Promise<void> {
    for (const { entity, rows } of this.#along) await this.restoring.restore(entity, rows);
    for (const restored of [this.#named!, ...this.#along]) {
      const broken = await this.restoring.brokenReference(restored);
      if (broken) throw new ReferenceNotFoundError([broken.field], broken.target, broken.key);
    }
  }

  async #addBelow(above: RestoredRows): Promise<void> {
    for (const found of await this.restoring.deletedWith(above)) {
      const fresh = this.#firstOf(found);
      if (fresh.rows.length === 0) continue;
      this.#along.push(fresh);
      this.touched.addChanged(fresh.entity, fresh.rows);
      await this.#addBelow(fresh);
    }
  }

  #firstOf({ entity, rows }: RestoredRows): RestoredRows {
    const fresh = rows.filter((row) => {
      const name = `${entity.name} ${String(row.get(entity.primaryKey.name))}`;
      if (this.#entered.has(name)) return false;
      this.#entered.add(name);
      return true;
    });
    return { entity, rows: fresh };
  }
}
