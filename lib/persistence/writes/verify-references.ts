import { Transaction } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { matchesAnyScope } from '../models/association';
import { defaultCriteria } from '../models/default-scope';
import { type FieldValues, isDeletedSoftly, modelOf } from '../models/domain-model';
import { type ForeignKey, foreignKeysOf } from '../models/foreign-keys';
import { uncheckedReferences } from '../models/stored-foreign-keys';
import type { EntityKey } from '../reads/place';
import { isScoped, type Scopes } from '../reads/scopes';
import { missingReferenceError } from '../unit-of-work/database-faults';
import { distinctKeys, keysAmong } from './keys-among';

/** The rows whose foreign keys are looked up, and who may refer to which rows. */
export interface ReferringRows {
  readonly entity: EntityMetadata;
  /** The values to be written, including those of polymorphic scopes. */
  readonly rows: readonly FieldValues[];
  readonly scopes: Scopes;
  /** Whether a value needs no lookup. */
  readonly isDecided: (foreignKey: ForeignKey, key: EntityKey) => boolean;
}

/**
 * Whether the table may have rows that a request must not refer to: deleted softly, outside the default scope, or outside
 * the principal's scope. The database does not see this when it checks a foreign key.
 */
function isPartial(entity: EntityMetadata, scopes: Scopes): boolean {
  const model = modelOf(entity.type);
  return isDeletedSoftly(model) || defaultCriteria(model) !== undefined || isScoped(entity, scopes);
}

/** The foreign keys of a class whose values have to be looked up: the database has no foreign key, or it says too little. */
export function lookedUpReferences(
  entity: EntityMetadata,
  entities: readonly EntityMetadata[],
  scopes: Scopes,
): readonly ForeignKey[] {
  const foreignKeys = foreignKeysOf(entity, entities);
  const unchecked = uncheckedReferences(entity, entities);
  return foreignKeys.filter((one) => unchecked.includes(one) || isPartial(one.target, scopes));
}

/**
 * Rejects foreign keys to rows that a request must not refer to, with the error of the database for a missing row. Runs
 * before the write, since a scope may depend on the very rows that are written.
 *
 * @param foreignKeys some of {@link lookedUpReferences}
 * @throws ForeignKeyConstraintError
 */
export async function verifyReferences(foreignKeys: readonly ForeignKey[], referring: ReferringRows): Promise<void> {
  const { entity, rows, scopes } = referring;
  const partial = foreignKeys.filter(({ target }) => isPartial(target, scopes));
  for (const foreignKey of partial) await verifyPartial(foreignKey, referring);
  const others = foreignKeys.filter((one) => !partial.includes(one));
  if (others.length > 0 && !(await areReferencesStored(entity, others, rows))) throw missingReferenceError();
}

async function verifyPartial(foreignKey: ForeignKey, { rows, scopes, isDecided }: ReferringRows): Promise<void> {
  const { field, target, targetField } = foreignKey;
  const referring = rows.filter((row) => matchesAnyScope(foreignKey.scopes, row));
  const keys = distinctKeys(referring.map((row) => row[field])).filter((key) => !isDecided(foreignKey, key));
  const existing = await keysAmong(target, targetField, keys, { scopes });
  if (existing.size < keys.length) throw missingReferenceError();
}

/** The foreign keys whose value, or target class, changes with the given fields. */
export function changedForeignKeys(foreignKeys: readonly ForeignKey[], fields: readonly string[]): ForeignKey[] {
  return foreignKeys.filter(({ field, scopes }) =>
    [field, ...scopes.flatMap(Object.keys)].some((name) => fields.includes(name)),
  );
}

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
async function areReferencesStored(
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
