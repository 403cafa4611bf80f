import type { CollectionMetadata } from '../../metadata';
import { associationKeys, type ManyToMany, whereForeignKey } from '../models/association';
import { withoutDefaultScope } from '../models/default-scope';
import { type Entity, type FieldValues, type StoredRow, storedName } from '../models/domain-model';
import { hasInsertHooks, hasSharedWriteHooks } from '../models/write-hooks';
import { ownWrite } from '../unit-of-work/own-write';
import { ROWS_PER_STATEMENT } from './insert-rows';

/** A parent and a child to be linked. */
export interface Link {
  readonly parent: StoredRow;
  readonly entity: StoredRow;
  /** Values of further columns of the join table. */
  readonly values?: FieldValues;
}

/** Links children to parents in the join table of a many-to-many collection: by one INSERT, unless there are hooks. */
export async function link(collection: CollectionMetadata, links: readonly Link[]): Promise<void> {
  const association = associationKeys(collection);
  if (association.kind !== 'manyToMany') return;
  const rows = links.map((one) => rowOf(association, one));
  const { through } = association;
  const own = ownWrite(storedName(through));
  if (rows.length === 1 || hasInsertHooks(through) || hasSharedWriteHooks(through)) {
    for (const row of rows) await through.create(row as never, own);
    return;
  }
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(start, start + ROWS_PER_STATEMENT);
    await through.bulkCreate(chunk as never, { validate: true, hooks: false, ...own });
  }
}

/** The row of the join table, by field. */
export function rowOf(association: ManyToMany, { parent, entity, values }: Link): FieldValues {
  return {
    ...values,
    ...association.foreignKeyScope,
    [association.foreignKey]: parent.get(association.sourceKey),
    [association.otherKey]: entity.get(association.targetKey),
  };
}

/** Unlinks children from their parents; all children of the parents when none are passed. */
export async function unlink(
  collection: CollectionMetadata,
  parents: readonly StoredRow[],
  children?: readonly StoredRow[],
): Promise<void> {
  const association = associationKeys(collection);
  if (association.kind !== 'manyToMany') return;
  const keys = parents.map((parent) => parent.get(association.sourceKey));
  const ofChildren = children && { [association.otherKey]: children.map((child) => child.get(association.targetKey)) };
  const own = ownWrite(storedName(association.through));
  await withoutDefaultScope(association.through).destroy({
    where: { ...whereForeignKey(association, keys), ...ofChildren },
    ...own,
  });
}

/** Changes further columns of a link; hooks and validators of the join model run. */
export async function relink(row: Entity, values: FieldValues): Promise<void> {
  await row.update(values, ownWrite(row));
}
