import { oncePer } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import { PersistenceError } from '../errors';
import { isModelInstance, modelOf, type StoredRow, storedName } from '../models/domain-model';
import { selectEntities } from '../reads/select-entities';
import type { Selection } from '../reads/selection';
import { valuesOf } from '../sequelize/instance';
import { currentUnit } from '../unit-of-work/unit-of-work';

/**
 * Reads rows of one class again in one statement, since the database has set values of its own. Large values stay as they
 * are; so do instances with changes that are not saved.
 *
 * @param mayBeGone whether domain code may have deleted rows
 * @throws PersistenceError ROW_NOT_READ_BACK
 */
export async function readAgain(entity: EntityMetadata, rows: readonly StoredRow[], mayBeGone = false): Promise<void> {
  const saved = rows.filter(isSaved);
  if (saved.length === 0) return;
  const { name } = entity.primaryKey;
  const keys = [...new Set(saved.map((row) => row.get(name)))];
  const options = { selection: selectionOf(entity), ignoresDefaultScope: true, deleted: 'include' } as const;
  const found = await selectEntities(entity, { [name]: keys }, options);
  const stored = new Map(found.map((one) => [String(one.get(name)), valuesOf(one)]));
  const unit = currentUnit(modelOf(entity.type).sequelize!);
  for (const row of saved) {
    const values = stored.get(String(row.get(name)));
    if (values) {
      if (isModelInstance(row)) unit?.remember(row);
      row.set(values, { raw: true });
    } else if (!mayBeGone) {
      const facts = [entity.name, String(row.get(name)), storedName(modelOf(entity.type))];
      throw new PersistenceError('ROW_NOT_READ_BACK', facts);
    }
  }
}

function isSaved(row: StoredRow): boolean {
  return !isModelInstance(row) || (!row.isNewRecord && row.changed() === false);
}

/** All fields without large values; undefined for a class that has none. */
const selectionOf = oncePer((entity: EntityMetadata): Selection | undefined => {
  if (entity.largeFields.length === 0) return undefined;
  const fields = [...entity.fields.values()].filter((field) => !entity.largeFields.includes(field));
  return { entity, fields, references: new Map(), collections: new Map() };
});
