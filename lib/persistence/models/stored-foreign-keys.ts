import type { EntityMetadata } from '../../metadata';
import { columnOf, type DomainModel, modelOf, storedName } from './domain-model';
import { type ForeignKey, foreignKeysOf } from './foreign-keys';
import type { AssociationForeignKey } from './foreign-keys-of-association';
import { strictnessOf } from './rules-of-foreign-keys';

/** A foreign key of one column, as the database has it. */
export interface StoredForeignKey {
  readonly table: string;
  readonly column: string;
  readonly referredTable: string;
  /** Null for the primary key. */
  readonly referredColumn: string | null;
  readonly onDelete: string;
}

/** The foreign keys of a database, read at the start. */
export class StoredForeignKeys {
  readonly #keys = new Map<string, StoredForeignKey[]>();
  /** The foreign keys of a class that it lacks: worked out with the first write of the class. */
  readonly #unchecked = new WeakMap<EntityMetadata, readonly ForeignKey[]>();

  constructor(keys: readonly StoredForeignKey[]) {
    for (const key of keys) {
      const name = nameOf(key.table, key.column);
      this.#keys.set(name, [...(this.#keys.get(name) ?? []), key]);
    }
  }

  /** The foreign key of the database that checks an association; of several the strictest. */
  find({ holder, field, referred, referredField }: AssociationForeignKey): StoredForeignKey | undefined {
    const table = storedName(referred).toLowerCase();
    const column = columnOf(referred, referredField).toLowerCase();
    const isPrimaryKey = referredField === referred.primaryKeyAttribute;
    const found = (this.#keys.get(nameOf(storedName(holder), columnOf(holder, field))) ?? []).filter((key) => {
      const isColumn = key.referredColumn === null ? isPrimaryKey : key.referredColumn.toLowerCase() === column;
      return isColumn && key.referredTable.toLowerCase() === table;
    });
    return found.sort((one, other) => strictnessOf(other.onDelete) - strictnessOf(one.onDelete))[0];
  }

  /** {@link uncheckedReferences} */
  uncheckedReferences(entity: EntityMetadata, entities: readonly EntityMetadata[]): readonly ForeignKey[] {
    const known = this.#unchecked.get(entity);
    if (known) return known;
    const unchecked = foreignKeysOf(entity, entities).filter((key) => this.find(keyOf(entity, key)) === undefined);
    this.#unchecked.set(entity, unchecked);
    return unchecked;
  }
}

/** A Sequelize that knows the foreign keys of its database once they have been read. */
export interface WithForeignKeys {
  foreignKeys?: StoredForeignKeys;
}

/** The foreign keys of the model's database; undefined if they have not been read. */
export function storedForeignKeysOf({ sequelize }: DomainModel): StoredForeignKeys | undefined {
  return (sequelize as WithForeignKeys).foreignKeys;
}

/** Whether the database checks a foreign key; the class says so as long as the database has not been read. */
export function isChecked(key: AssociationForeignKey): boolean {
  const stored = storedForeignKeysOf(key.holder);
  return stored ? stored.find(key) !== undefined : key.holder.getAttributes()[key.field]?.references !== undefined;
}

/** The foreign keys of a class that the database does not check. */
export function uncheckedReferences(
  entity: EntityMetadata,
  entities: readonly EntityMetadata[],
): readonly ForeignKey[] {
  const stored = storedForeignKeysOf(modelOf(entity.type));
  if (stored) return stored.uncheckedReferences(entity, entities);
  return foreignKeysOf(entity, entities).filter((key) => !isChecked(keyOf(entity, key)));
}

function keyOf({ type }: EntityMetadata, { field, target, targetField }: ForeignKey): AssociationForeignKey {
  return { holder: modelOf(type), field, referred: modelOf(target.type), referredField: targetField };
}

function nameOf(table: string, column: string): string {
  return `${table} ${column}`.toLowerCase();
}
