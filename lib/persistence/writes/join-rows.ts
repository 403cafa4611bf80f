import type { CollectionMetadata } from '../../metadata';
import { type ManyToMany, tiesOf, whereForeignKey } from '../models/association';
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
  const ties = tiesOf(collection);
  if (ties.kind !== 'manyToMany') return;
  const rows = links.map((one) => rowOf(ties, one));
  const { through } = ties;
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
export function rowOf(ties: ManyToMany, { parent, entity, values }: Link): FieldValues {
  return {
    ...values,
    ...ties.holderScope,
    [ties.foreignKey]: parent.get(ties.sourceKey),
    [ties.otherKey]: entity.get(ties.targetKey),
  };
}

/** Unlinks children from their parents; all children of the parents when none are passed. */
export async function unlink(
  collection: CollectionMetadata,
  parents: readonly StoredRow[],
  children?: readonly StoredRow[],
): Promise<void> {
  const ties = tiesOf(collection);
  if (ties.kind !== 'manyToMany') return;
  const keys = parents.map((parent) => parent.get(ties.sourceKey));
  const ofChildren = children && { [ties.otherKey]: children.map((child) => child.get(ties.targetKey)) };
  const own = ownWrite(storedName(ties.through));
  await withoutDefaultScope(ties.through).destroy({ where: { ...whereForeignKey(ties, keys), ...ofChildren }, ...own });
}

/** Changes further columns of a link; hooks and validators of the join model run. */
export async function relink(row: Entity, values: FieldValues): Promise<void> {
  await row.update(values, ownWrite(row));
}
