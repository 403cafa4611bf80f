import type { Transaction } from 'sequelize';
import type { EntityMetadata } from '../metadata';
import { missingReferenceError } from './database-faults';
import type { Entity } from './domain-model';
import { EntityStore } from './entity-store';
import { OutOfScopeError } from './errors';
import type { FieldValues } from './field-values';
import type { ForeignKey } from './foreign-keys';
import { type EntityKey, entityAt, type Place } from './place';
import { isScoped, type Scopes } from './scopes';
import { selectEntities } from './select-entities';
import type { Selection } from './selection';

/**
 * A store for one who may know of some rows only: the others are not there. What is written must be there too, once
 * all is written.
 *
 * It serves one use case at a time.
 */
export class ScopedStore extends EntityStore {
  /** What must be in scope when the unit of work ends; a row may be brought back into it by what is written later. */
  readonly #touched = new Map<EntityMetadata, Set<Entity>>();
  readonly #unscoped: EntityStore;

  constructor(unscoped: EntityStore, scopes: Scopes) {
    super(unscoped.dataSource, unscoped.registry, scopes);
    this.#unscoped = unscoped;
  }

  override get unscoped(): EntityStore {
    return this.#unscoped;
  }

  /** @throws OutOfScopeError when a row that was written, or what it was written below, is outside its scope then */
  override unitOfWork<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return super.unitOfWork(async (transaction) => {
      // Another attempt begins anew.
      this.#touched.clear();
      const result = await work(transaction);
      for (const [entity, rows] of this.#touched) await this.#verify(entity, [...rows]);
      return result;
    });
  }

  /** A row that may be outside its scope, or refer to one that is, can be refused in a transaction only. */
  override isCreatedAlone(place: Place): boolean {
    const entity = entityAt(place);
    const referred = this.foreignKeysOf(entity).map(({ target }) => target);
    return ![entity, ...referred].some((one) => this.#isScoped(one)) && super.isCreatedAlone(place);
  }

  override async parent(place: Place): Promise<Entity | undefined> {
    const parent = await super.parent(place);
    this.#touch(place.path.at(-1)!.owner, [parent]);
    return parent;
  }

  override async lockRoot(place: Place): Promise<Entity | undefined> {
    const root = await super.lockRoot(place);
    this.#touch(place.aggregate.root, [root]);
    return root;
  }

  override async insert(entity: EntityMetadata, values: readonly FieldValues[]): Promise<Entity[]> {
    await this.#verifyReferences(entity, values);
    const rows = await super.insert(entity, values);
    this.#touch(entity, rows);
    return rows;
  }

  override async update(entity: EntityMetadata, row: Entity, values: FieldValues): Promise<boolean> {
    const before = row.get() as FieldValues;
    const changes = Object.entries(values).filter(([name, value]) => String(value) !== String(before[name]));
    await this.#verifyReferences(entity, [Object.fromEntries(changes)]);
    const hasChanged = await super.update(entity, row, values);
    this.#touch(entity, [row]);
    return hasChanged;
  }

  #isScoped(entity: EntityMetadata): boolean {
    return isScoped(entity, this.scopes);
  }

  #touch(entity: EntityMetadata, rows: readonly (Entity | undefined)[]): void {
    if (!this.#isScoped(entity)) return;
    const touched = this.#touched.get(entity) ?? new Set();
    for (const row of rows) if (row) touched.add(row);
    this.#touched.set(entity, touched);
  }

  async #verify(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
    const { name } = entity.primaryKey;
    const written = distinct(rows.map((row) => row.get(name)));
    const there = await this.#among(entity, name, written, this.scopes);
    const missing = written.filter((key) => !there.has(String(key)));
    // What was deleted is nowhere.
    if (missing.length === 0 || (await this.#among(entity, name, missing)).size === 0) return;
    throw new OutOfScopeError(entity);
  }

  /**
   * What is outside its scope is refused as the database refuses what is not there; before it is written, since a rule
   * may look at the very rows that are written.
   */
  async #verifyReferences(entity: EntityMetadata, values: readonly FieldValues[]): Promise<void> {
    for (const foreignKey of this.foreignKeysOf(entity)) {
      const { field, target, targetField } = foreignKey;
      if (!this.#isScoped(target)) continue;
      const keys = this.#untouched(
        foreignKey,
        values.map((one) => one[field]),
      );
      const there = await this.#among(target, targetField, keys, this.scopes);
      if (there.size < keys.length) throw missingReferenceError();
    }
  }

  /** Rows of this unit of work are judged at its end, among them the parents of new children. */
  #untouched({ target, targetField }: ForeignKey, keys: readonly unknown[]): EntityKey[] {
    const touched = [...(this.#touched.get(target) ?? [])].map((row) => String(row.get(targetField)));
    return distinct(keys).filter((key) => !touched.includes(String(key)));
  }

  /** Which of the values the rows of a class have, as text. Locked rows are read as they are, not as they were. */
  async #among(
    entity: EntityMetadata,
    field: string,
    values: readonly EntityKey[],
    scopes?: Scopes,
  ): Promise<ReadonlySet<string>> {
    if (values.length === 0) return new Set();
    const where = { [field]: [...values] };
    const rows = await selectEntities(entity, where, { lock: true, selection: keysOf(entity, field), scopes });
    return new Set(rows.map((row) => String(row.get(field))));
  }
}

function keysOf(entity: EntityMetadata, field: string): Selection {
  return { entity, fields: [entity.fields.get(field)!], references: new Map(), collections: new Map() };
}

function distinct(keys: readonly unknown[]): EntityKey[] {
  const given = keys.filter((key) => key !== undefined && key !== null) as EntityKey[];
  return [...new Map(given.map((key) => [String(key), key])).values()];
}
