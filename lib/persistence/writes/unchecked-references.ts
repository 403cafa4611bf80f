import { Transaction } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { matchesAnyScope } from '../models/association';
import type { FieldValues } from '../models/domain-model';
import type { ForeignKey } from '../models/foreign-keys';
import type { EntityKey } from '../reads/place';
import { distinctKeys, keysAmong } from './keys-among';

/** The values of foreign keys to one field of a class. */
interface Referred {
  readonly target: EntityMetadata;
  readonly field: string;
  readonly values: EntityKey[];
}

/**
 * Whether all references exist that the database does not check, by one query for each class that is referred to. Its
 * shared locks keep the rows until the end of the transaction, as those of a foreign key do.
 *
 * A column that may refer to several classes must refer to a row of one of them. Rows may refer to each other.
 *
 * @param entity the class of the rows
 */
export async function areReferencesStored(
  entity: EntityMetadata,
  foreignKeys: readonly ForeignKey[],
  rows: readonly FieldValues[],
): Promise<boolean> {
  const existing = new Map<string, ReadonlySet<string>>();
  for (const { target, field, values } of referredBy(foreignKeys, rows)) {
    const written = target === entity ? rows.map((row) => String(row[field])) : [];
    const keys = distinctKeys(values);
    const stored = await keysAmong(target, field, keys, { lock: Transaction.LOCK.SHARE });
    existing.set(nameOf(target, field), new Set([...stored, ...written]));
  }
  return rows.every((row) => {
    const own = foreignKeys.filter((one) => isSet(one, row));
    const isStored = (one: ForeignKey) =>
      own.some(
        ({ field, target, targetField }) =>
          field === one.field && existing.get(nameOf(target, targetField))!.has(String(row[field])),
      );
    return own.every(isStored);
  });
}

function referredBy(foreignKeys: readonly ForeignKey[], rows: readonly FieldValues[]): Iterable<Referred> {
  const found = new Map<string, Referred>();
  for (const foreignKey of foreignKeys) {
    const { field, target, targetField } = foreignKey;
    const values = rows.filter((row) => isSet(foreignKey, row)).map((row) => row[field] as EntityKey);
    if (values.length === 0) continue;
    const name = nameOf(target, targetField);
    const known = found.get(name) ?? { target, field: targetField, values: [] };
    known.values.push(...values);
    found.set(name, known);
  }
  return found.values();
}

function isSet({ field, scopes }: ForeignKey, row: FieldValues): boolean {
  return (row[field] ?? null) !== null && matchesAnyScope(scopes, row);
}

function nameOf({ name }: EntityMetadata, field: string): string {
  return `${name} ${field}`;
}
