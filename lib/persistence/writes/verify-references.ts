import type { EntityMetadata } from '../../metadata';
import { matchesAnyScope } from '../models/association';
import { defaultCriteria } from '../models/default-scope';
import { type FieldValues, isDeletedSoftly, modelOf } from '../models/domain-model';
import { type ForeignKey, foreignKeysOf } from '../models/foreign-keys';
import { keyLookup } from '../reads/key-lookup';
import type { EntityKey } from '../reads/place';
import { isScoped, type Scopes } from '../reads/scopes';
import { selectEntities } from '../reads/select-entities';
import type { Selection } from '../reads/selection';
import { missingReferenceError } from '../unit-of-work/database-faults';

/**
 * Whether the table may have rows that a request must not refer to: deleted softly, outside the default scope, or outside
 * the principal's scope. The database does not see this when it checks a foreign key.
 */
function isPartial(entity: EntityMetadata, scopes: Scopes): boolean {
  const model = modelOf(entity.type);
  return isDeletedSoftly(model) || defaultCriteria(model) !== undefined || isScoped(entity, scopes);
}

/** The foreign keys of a class whose values have to be looked up. */
export function partialReferences(
  entity: EntityMetadata,
  entities: readonly EntityMetadata[],
  scopes: Scopes,
): ForeignKey[] {
  return foreignKeysOf(entity, entities).filter(({ target }) => isPartial(target, scopes));
}

/**
 * Rejects foreign keys to rows that a request must not refer to, with the error of the database for a missing row. Runs
 * before the write, since a scope may depend on the very rows that are written.
 *
 * @param foreignKeys {@link partialReferences}
 * @param rows        the values to be written, including those of polymorphic scopes
 * @param isDecided   whether a value needs no lookup
 * @throws ForeignKeyConstraintError
 */
export async function verifyReferences(
  foreignKeys: readonly ForeignKey[],
  rows: readonly FieldValues[],
  scopes: Scopes,
  isDecided: (foreignKey: ForeignKey, key: EntityKey) => boolean,
): Promise<void> {
  for (const foreignKey of foreignKeys) {
    const { field, target, targetField } = foreignKey;
    const referring = rows.filter((row) => matchesAnyScope(foreignKey.scopes, row));
    const keys = distinctKeys(referring.map((row) => row[field])).filter((key) => !isDecided(foreignKey, key));
    const existing = await keysAmong(target, targetField, keys, { scopes });
    if (existing.size < keys.length) throw missingReferenceError();
  }
}

/** The foreign keys whose value, or target class, changes with the given fields. */
export function changedForeignKeys(foreignKeys: readonly ForeignKey[], fields: readonly string[]): ForeignKey[] {
  return foreignKeys.filter(({ field, scopes }) =>
    [field, ...scopes.flatMap(Object.keys)].some((name) => fields.includes(name)),
  );
}

/** Those of the values that rows of a class have, as text. Locking reads the latest rows, not those of the transaction's snapshot. */
export async function keysAmong(
  entity: EntityMetadata,
  field: string,
  values: readonly EntityKey[],
  options: { readonly scopes?: Scopes; readonly ignoresDefaultScope?: boolean } = {},
): Promise<ReadonlySet<string>> {
  if (values.length === 0) return new Set();
  const where = { [field]: [...values] };
  const rows = await selectEntities(entity, where, { lock: true, selection: keysOf(entity, field), ...options });
  const stored = new Set(rows.map((row) => String(row.get(field))));
  const column = { model: modelOf(entity.type), field };
  const keyOf = await keyLookup({ from: column, to: column }, values, stored);
  return new Set(values.filter((value) => stored.has(keyOf(value))).map(String));
}

export function distinctKeys(keys: readonly unknown[]): EntityKey[] {
  const present = keys.filter((key) => key !== undefined && key !== null) as EntityKey[];
  return [...new Map(present.map((key) => [String(key), key])).values()];
}

function keysOf(entity: EntityMetadata, field: string): Selection {
  return { entity, fields: [entity.fields.get(field)!], references: new Map(), collections: new Map() };
}
