import type { EntityMetadata } from '../../metadata';
import { matchesAnyScope } from '../models/association';
import { defaultCriteria } from '../models/default-scope';
import { type FieldValues, isDeletedSoftly, modelOf } from '../models/domain-model';
import { type ForeignKey, foreignKeysOf } from '../models/foreign-keys';
import type { EntityKey } from '../reads/place';
import { isScoped, type Scopes } from '../reads/scopes';
import { selectEntities } from '../reads/select-entities';
import type { Selection } from '../reads/selection';
import { missingReferenceError } from '../unit-of-work/database-faults';

/**
 * Whether the table may have rows of the class that are not there for who asks: deleted softly, outside its default
 * scope, or outside the rows of who asks. The database knows nothing of that when it checks a foreign key.
 */
function isPartial(entity: EntityMetadata, scopes: Scopes): boolean {
  const model = modelOf(entity.type);
  return isDeletedSoftly(model) || defaultCriteria(model) !== undefined || isScoped(entity, scopes);
}

/** Those foreign keys of a class whose values have to be asked for. */
export function partialReferences(
  entity: EntityMetadata,
  entities: readonly EntityMetadata[],
  scopes: Scopes,
): ForeignKey[] {
  return foreignKeysOf(entity, entities).filter(({ target }) => isPartial(target, scopes));
}

/**
 * Refuses values of foreign keys that name what is not there, as the database refuses what is not in the table; before
 * they are written, since a rule may look at the very rows that are written.
 *
 * @param foreignKeys {@link partialReferences}
 * @param rows        values that are to be written, with those that tell of which class a foreign key is
 * @param isDecided   whether a value needs no question
 */
export async function verifyReferences(
  foreignKeys: readonly ForeignKey[],
  rows: readonly FieldValues[],
  scopes: Scopes,
  isDecided: (foreignKey: ForeignKey, key: EntityKey) => boolean,
): Promise<void> {
  for (const foreignKey of foreignKeys) {
    const { field, target, targetField } = foreignKey;
    const naming = rows.filter((row) => matchesAnyScope(foreignKey.scopes, row));
    const keys = distinctKeys(naming.map((row) => row[field])).filter((key) => !isDecided(foreignKey, key));
    const there = await keysAmong(target, targetField, keys, { scopes });
    if (there.size < keys.length) throw missingReferenceError();
  }
}

/** Those foreign keys whose value, or class, changes with the given fields. */
export function changedForeignKeys(foreignKeys: readonly ForeignKey[], fields: readonly string[]): ForeignKey[] {
  return foreignKeys.filter(({ field, scopes }) =>
    [field, ...scopes.flatMap(Object.keys)].some((name) => fields.includes(name)),
  );
}

/** Which of the values the rows of a class have, as text. Locked rows are read as they are, not as they were. */
export async function keysAmong(
  entity: EntityMetadata,
  field: string,
  values: readonly EntityKey[],
  options: { readonly scopes?: Scopes; readonly ignoresDefaultScope?: boolean } = {},
): Promise<ReadonlySet<string>> {
  if (values.length === 0) return new Set();
  const where = { [field]: [...values] };
  const rows = await selectEntities(entity, where, { lock: true, selection: keysOf(entity, field), ...options });
  return new Set(rows.map((row) => String(row.get(field))));
}

export function distinctKeys(keys: readonly unknown[]): EntityKey[] {
  const given = keys.filter((key) => key !== undefined && key !== null) as EntityKey[];
  return [...new Map(given.map((key) => [String(key), key])).values()];
}

function keysOf(entity: EntityMetadata, field: string): Selection {
  return { entity, fields: [entity.fields.get(field)!], references: new Map(), collections: new Map() };
}
