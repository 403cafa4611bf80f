import type { Transaction } from 'sequelize';
import type { CollectionMetadata, EntityMetadata } from '../metadata';
import { EntityStore } from './entity-store';
import { OutOfScopeError } from './errors';
import type { Entity, FieldValues, StoredRow } from './models/domain-model';
import type { ForeignKey } from './models/foreign-keys';
import type { EntityKey, Place } from './reads/place';
import { isScoped, type Scopes } from './reads/scopes';
import { currentUnit, type UnitOfWork } from './unit-of-work/unit-of-work';
import { distinctKeys, keysAmong } from './writes/keys-among';
import { areInScope } from './writes/new-rows-in-scope';

/**
 * A store for a caller with access to some rows only; other rows are not found. Written rows must be accessible at the
 * end of the unit of work.
 *
 * An instance serves one use case at a time.
 */
export class ScopedStore extends EntityStore {
  /** Checked at the end of the unit of work, since a later write may bring a row back into scope. */
  readonly #touched = new Map<EntityMetadata, Set<StoredRow>>();
  readonly #unscoped: EntityStore;

  constructor(unscoped: EntityStore, scopes: Scopes) {
    super(unscoped.dataSource, unscoped.registry, scopes, unscoped.retrieval.scoped(scopes));
    this.#unscoped = unscoped;
  }

  override get unscoped(): EntityStore {
    return this.#unscoped;
  }

  /** @throws OutOfScopeError when a written row, or the parent of one, is out of scope at the end */
  override unitOfWork<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return super.unitOfWork<T>(this.checked.bind(this, work) as () => Promise<T>);
  }

  protected override async checked<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const unit = currentUnit(this.dataSource.sequelize)!;
    // The work may be a retry.
    this.#touched.clear();
    const result = await work(unit.transaction);
    // A write that was sent alone was checked before.
    if (unit.isWaiting) return result;
    for (const [entity, rows] of this.#touched) {
      if (!unit.root.inserted || !this.#areNewInScope(unit, entity)) await this.#verify(entity, [...rows]);
    }
    return result;
  }

  /** Whether the unit has written nothing but new rows, which are in scope for sure. */
  #areNewInScope(unit: UnitOfWork, entity: EntityMetadata): boolean {
    const { scopes } = this;
    const { storedAsWritten } = this.readBack;
    const inserted = unit.allInserted;
    return inserted !== undefined && areInScope(entity, { scopes, inserted, storedAsWritten });
  }

  override async parent(place: Place): Promise<Entity | undefined> {
    const parent = await super.parent(place);
    this.#touch(place.path.at(-1)!.owner, [parent]);
    return parent;
  }

  override async lockRoot(place: Place, options?: { readonly isWhole?: boolean }): Promise<Entity | undefined> {
    const root = await super.lockRoot(place, options);
    this.#touch(place.aggregate.root, [root]);
    return root;
  }

  override async insert(
    entity: EntityMetadata,
    values: readonly FieldValues[],
    collection?: CollectionMetadata,
  ): Promise<readonly StoredRow[]> {
    // So that new rows can be checked without reading them again.
    currentUnit(this.dataSource.sequelize)?.keepInserted();
    const rows = await super.insert(entity, values, collection);
    this.#touch(entity, rows);
    return rows;
  }

  override async update(entity: EntityMetadata, row: Entity, values: FieldValues): Promise<boolean> {
    const hasChanged = await super.update(entity, row, values);
    this.#touch(entity, [row]);
    return hasChanged;
  }

  override async restore(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
    await super.restore(entity, rows);
    this.#touch(entity, rows);
  }

  /** Rows of this unit of work, including parents of new children, are checked at its end. */
  protected override isDecided({ target, targetField }: ForeignKey, key: EntityKey): boolean {
    return [...(this.#touched.get(target) ?? [])].some((row) => String(row.get(targetField)) === String(key));
  }

  #touch(entity: EntityMetadata, rows: readonly (StoredRow | undefined)[]): void {
    if (!isScoped(entity, this.scopes)) return;
    const touched = this.#touched.get(entity) ?? new Set();
    for (const row of rows) if (row) touched.add(row);
    this.#touched.set(entity, touched);
  }

  async #verify(entity: EntityMetadata, rows: readonly StoredRow[]): Promise<void> {
    const { name } = entity.primaryKey;
    const written = distinctKeys(rows.map((row) => row.get(name)));
    const accessible = await keysAmong(entity, name, written, { scopes: this.scopes, ignoresDefaultScope: true });
    const missing = written.filter((key) => !accessible.has(String(key)));
    // A row that was deleted is not found in any scope.
    if (missing.length === 0 || (await keysAmong(entity, name, missing, { ignoresDefaultScope: true })).size === 0)
      return;
    throw new OutOfScopeError(entity);
  }
}
