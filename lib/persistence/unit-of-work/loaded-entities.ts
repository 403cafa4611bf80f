import { AsyncLocalStorage } from 'node:async_hooks';
import { isDescribed } from '../models/described-models';
import { type DomainModel, type Entity, isModelInstance } from '../models/domain-model';
import { valuesOf } from '../sequelize/instance';
import { currentUnit, type UnitOfWork } from './unit-of-work';

/**
 * The entities that domain code has read, in the order read.
 *
 * A row may be read more than once; {@link first} returns the instance that was read first, and may be changed already.
 */
class LoadedEntities {
  readonly #all = new Set<Entity>();
  readonly #firstByRow = new Map<string, Entity>();
  readonly #deletedRows = new Set<string>();

  add(entity: Entity): void {
    if (this.#all.has(entity)) return;
    this.#all.add(entity);
    const row = rowOf(entity);
    if (!this.#firstByRow.has(row)) this.#firstByRow.set(row, entity);
  }

  forget(entity: Entity): void {
    this.#deletedRows.add(rowOf(entity));
  }

  first(entity: Entity): Entity {
    return this.#firstByRow.get(rowOf(entity)) ?? entity;
  }

  /** All entities, including those of loaded associations, without deleted ones. */
  get all(): readonly Entity[] {
    // The iteration of a set includes the elements that are added during it.
    for (const entity of this.#all) for (const other of associated(entity)) this.add(other);
    return [...this.#all].filter((entity) => !this.#deletedRows.has(rowOf(entity)));
  }
}

const running = new AsyncLocalStorage<LoadedEntities>();

/**
 * Runs domain code and collects the entities that it reads.
 *
 * @param initial entities that the code receives
 * @returns the result of the code, and all entities that it has received or read and not deleted
 */
export async function watchLoaded<T>(
  initial: readonly Entity[],
  code: () => T,
): Promise<{ readonly result: Awaited<T>; readonly loaded: readonly Entity[] }> {
  const loaded = new LoadedEntities();
  for (const entity of initial) {
    loaded.add(entity);
    copyStored([entity], currentUnit(entity.sequelize));
  }
  const result = await running.run(loaded, code);
  return { result, loaded: loaded.all };
}

/** Called after every find. */
export function noteLoaded(found: unknown): void {
  const rows = [found].flat().filter(isModelInstance);
  const [first] = rows;
  if (!first) return;
  const loaded = running.getStore();
  if (loaded) for (const row of rows) loaded.add(row);
  // Outside of actions, the code of plain models has what Sequelize does: it says itself what it has changed in place.
  if (!loaded && isDescribed(first.constructor)) return;
  copyStored(rows, currentUnit(first.sequelize));
}

/** Copies the values of stored instances that code may change in place in a unit. */
function copyStored(entities: readonly Entity[], unit: UnitOfWork | undefined): void {
  if (!unit || unit.isReadOnly) return;
  const { instances } = unit.openJournal();
  for (const entity of entities) instances.copyStored(entity);
}

/** Marks the fields of entities as changed that the code has changed in place. */
export function markChangedInPlace(entities: readonly Entity[]): void {
  for (const entity of entities) currentUnit(entity.sequelize)?.openJournal().instances.markChangedInPlace(entity);
}

/** Called after an entity was deleted. */
export function noteDeleted(entity: Entity): void {
  running.getStore()?.forget(entity);
}

/** Replaces each entity by the instance that the code has already, so that one row is one instance. */
export function knownEntities<T extends Entity>(entities: readonly T[]): T[] {
  const loaded = running.getStore();
  return entities.map((entity) => (loaded?.first(entity) as T | undefined) ?? entity);
}

/** Whether two instances are of the same row. */
export function isSameRow(one: Entity, other: Entity): boolean {
  return rowOf(one) === rowOf(other);
}

/** A text that identifies the row of an instance among those of all classes. */
export function rowOf(entity: Entity): string {
  const { name, primaryKeyAttribute } = entity.constructor as DomainModel;
  return `${name} ${String(entity.get(primaryKeyAttribute))}`;
}

function associated(entity: Entity): Entity[] {
  const properties = Object.keys((entity.constructor as DomainModel).associations);
  return (
    properties
      // A getter of the class may hide some of them.
      .flatMap((property) => valuesOf(entity)[property])
      .filter((value) => isModelInstance(value) && !value.isNewRecord) as Entity[]
  );
}
