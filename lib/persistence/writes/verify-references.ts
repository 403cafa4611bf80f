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
import { areReferencesStored } from './unchecked-references';

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
