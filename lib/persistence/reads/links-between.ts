import type { CollectionMetadata } from '../../metadata';
import { associationKeys, whereForeignKey } from '../models/association';
import { inDefaultScope } from '../models/default-scope';
import type { Entity } from '../models/domain-model';
import { elementLink, keyLookup, parentLink } from './key-lookup';
import type { Row } from './row';

/** Looks up the row of the join table that links a parent and a child. */
export type LinkLookup = (parent: Row, child: Row) => Entity | undefined;

/**
 * Reads the links between parents and children in one statement.
 *
 * @param fields of the join table to read; only its keys when absent
 */
export async function linksBetween(
  collection: CollectionMetadata,
  parents: readonly Row[],
  children: readonly Row[],
  fields: readonly string[] | 'all' = [],
): Promise<LinkLookup> {
  const association = associationKeys(collection);
  if (association.kind !== 'manyToMany' || parents.length === 0) return () => undefined;
  const valuesOf = (rows: readonly Row[], field: string) => [...new Set(rows.map((row) => row.get(field) as string))];
  const where = {
    ...whereForeignKey(association, valuesOf(parents, association.sourceKey)),
    [association.otherKey]: valuesOf(children, association.targetKey),
  };
  const { through } = association;
  const attributes = fields === 'all' ? undefined : [association.foreignKey, association.otherKey, ...fields];
  const rows = await through.findAll({ where: inDefaultScope(through, where), attributes });
  const pair = (parentKey: unknown, childKey: unknown) => JSON.stringify([String(parentKey), String(childKey)]);
  const column = (name: string) => rows.map((row) => row.get(name));
  const [toParent, toElement] = [parentLink(collection), elementLink(collection, association)];
  const parentOf = await keyLookup(toParent, column(association.foreignKey), valuesOf(parents, association.sourceKey));
  const elementOf = await keyLookup(toElement, column(association.otherKey), valuesOf(children, association.targetKey));
  const pairs = new Map(
    rows.map((row) => [pair(parentOf(row.get(association.foreignKey)), elementOf(row.get(association.otherKey))), row]),
  );
  return (parent, child) => pairs.get(pair(parent.get(association.sourceKey), child.get(association.targetKey)));
}
