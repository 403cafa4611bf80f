import type { EntityMetadata } from '../metadata';
import { type EntityKey, type EntityStore, type FieldValues, foreignKeysOf, matchesAnyScope } from '../persistence';
import type { Violation } from '../values';
import { missingMessage, ReferenceNotFoundError } from './errors';
import type { WrittenValues } from './written-values';

/** A row of a payload: its values, and for an update the stored ones. */
export interface PayloadRow {
  readonly path: Violation['path'];
  readonly values: FieldValues;
  readonly before?: FieldValues;
}

/** A foreign key that refers to nothing, alone as an error and among others as a violation. */
export interface MissingReference {
  readonly error: ReferenceNotFoundError;
  readonly violation: Violation;
}

type ForeignKey = ReturnType<typeof foreignKeysOf>[number];

/** How foreign keys are looked up. */
interface LookupOptions {
  /** The rows that the payload itself writes: they may refer to each other. */
  readonly written: WrittenValues;
  /** The foreign key to the parent, which the write sets itself. */
  readonly except?: string;
  /** Whether a column that may refer to several classes must refer to a row of each, as the database requires. */
  readonly isStrict?: boolean;
}

/**
 * Looks up the foreign keys that payloads set or change, by one query for each foreign key of a class, whatever the
 * number of rows. Rows that the principal does not find are missing.
 */
export async function missingReferences(
  store: EntityStore,
  entity: EntityMetadata,
  rows: readonly PayloadRow[],
  { written, except, isStrict = false }: LookupOptions,
): Promise<readonly MissingReference[]> {
  const missing = new Map<string, readonly [PayloadRow, ForeignKey]>();
  const found = new Set<string>();
  const indexOf = new Map(rows.map((row, index) => [row, index]));
  for (const foreignKey of foreignKeysOf(entity, store.registry.entities)) {
    const { field, target, targetField } = foreignKey;
    const referring = field === except ? [] : rows.filter((row) => sets(foreignKey, row));
    if (referring.length === 0) continue;
    const keys = referring.map(({ values }) => values[field] as EntityKey);
    const stored = await store.referredKeys(foreignKey, [...new Set(keys)]);
    for (const [index, row] of referring.entries()) {
      const column = `${indexOf.get(row)} ${field}`;
      const isThere = stored.has(String(keys[index])) || written.has(target, targetField, keys[index]);
      if (isThere) found.add(column);
      else if (!missing.has(column)) missing.set(column, [row, foreignKey]);
    }
  }
  return [...missing].flatMap(([column, [row, foreignKey]]) => {
    return !isStrict && found.has(column) ? [] : [missingReference(entity, row, foreignKey)];
  });
}

/** Whether a row sets a foreign key, or the columns that decide which class it refers to. */
function sets({ field, scopes }: ForeignKey, { values, before }: PayloadRow): boolean {
  if ((values[field] ?? null) === null || !matchesAnyScope(scopes, { ...before, ...values })) return false;
  const deciding = [field, ...scopes.flatMap(Object.keys)];
  return !before || deciding.some((name) => name in values && String(values[name]) !== String(before[name]));
}

function missingReference({ fields }: EntityMetadata, row: PayloadRow, foreignKey: ForeignKey): MissingReference {
  const { field, target } = foreignKey;
  const path = [...row.path, field];
  const key = row.values[field] as EntityKey;
  const isSecret = fields.get(field)?.access === 'writeOnly';
  const violation = isSecret
    ? { path, message: `refers to a ${target.name} that does not exist` }
    : { path, message: missingMessage(target, key), invalidValue: key };
  return { error: new ReferenceNotFoundError(path, target, key), violation };
}
