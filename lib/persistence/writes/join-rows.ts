import type { CollectionMetadata } from '../../metadata';
import { holding, tiesOf } from '../models/association';
import { everyRow, inDefaultScope } from '../models/default-scope';
import type { StoredRow } from '../models/domain-model';
import { hasInsertHooks, hasSharedWriteHooks } from '../models/write-hooks';
import { ROWS_PER_STATEMENT } from './insert-rows';

/** A parent and a child that are to be tied. */
export interface Link {
  readonly parent: StoredRow;
  readonly entity: StoredRow;
}

/** Ties children to parents in the join table of a many-to-many collection: one INSERT, unless hooks see each row. */
export async function link(collection: CollectionMetadata, links: readonly Link[]): Promise<void> {
  const ties = tiesOf(collection);
  if (ties.kind !== 'manyToMany') return;
  const rows = links.map(({ parent, entity }) => ({
    ...ties.holderScope,
    [ties.foreignKey]: parent.get(ties.sourceKey),
    [ties.otherKey]: entity.get(ties.targetKey),
  }));
  const { through } = ties;
  if (rows.length === 1 || hasInsertHooks(through) || hasSharedWriteHooks(through)) {
    for (const row of rows) await through.create(row as never);
    return;
  }
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(start, start + ROWS_PER_STATEMENT);
    await through.bulkCreate(chunk as never, { validate: true, hooks: false });
  }
}

/** Unties children from their parents; all of the parents' children when none are given. */
export async function unlink(
  collection: CollectionMetadata,
  parents: readonly StoredRow[],
  children?: readonly StoredRow[],
): Promise<void> {
  const ties = tiesOf(collection);
  if (ties.kind !== 'manyToMany') return;
  const keys = parents.map((parent) => parent.get(ties.sourceKey));
  const ofChildren = children && { [ties.otherKey]: children.map((child) => child.get(ties.targetKey)) };
  await everyRow(ties.through).destroy({ where: { ...holding(ties, keys), ...ofChildren } });
}

/** Tells of a parent and a child whether they are tied. */
export type Links = (parent: StoredRow, child: StoredRow) => boolean;

/** Which of the parents are tied to which of the children, in one statement. */
export async function linksBetween(
  collection: CollectionMetadata,
  parents: readonly StoredRow[],
  children: readonly StoredRow[],
): Promise<Links> {
  const ties = tiesOf(collection);
  if (ties.kind !== 'manyToMany' || parents.length === 0) return () => false;
  const valuesOf = (rows: readonly StoredRow[], field: string) => [
    ...new Set(rows.map((row) => row.get(field) as string)),
  ];
  const where = {
    ...holding(ties, valuesOf(parents, ties.sourceKey)),
    [ties.otherKey]: valuesOf(children, ties.targetKey),
  };
  const rows = await ties.through.findAll({
    where: inDefaultScope(ties.through, where),
    attributes: [ties.foreignKey, ties.otherKey],
  });
  const pair = (parentKey: unknown, childKey: unknown) => JSON.stringify([String(parentKey), String(childKey)]);
  const pairs = new Set(rows.map((row) => pair(row.get(ties.foreignKey), row.get(ties.otherKey))));
  return (parent, child) => pairs.has(pair(parent.get(ties.sourceKey), child.get(ties.targetKey)));
}
