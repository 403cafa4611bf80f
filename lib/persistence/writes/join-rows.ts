import type { CollectionMetadata } from '../../metadata';
import { holding, tiesOf } from '../models/association';
import { everyRow, inDefaultScope } from '../models/default-scope';
import type { StoredRow } from '../models/domain-model';

/** Ties children to a parent in the join table of a many-to-many collection. */
export async function link(
  collection: CollectionMetadata,
  parent: StoredRow,
  children: readonly StoredRow[],
): Promise<void> {
  const ties = tiesOf(collection);
  if (ties.kind !== 'manyToMany') return;
  for (const child of children) {
    const keys = { [ties.foreignKey]: parent.get(ties.sourceKey), [ties.otherKey]: child.get(ties.targetKey) };
    const row = { ...ties.holderScope, ...keys };
    await ties.through.create(row as never);
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
