import type { CollectionMetadata } from '../../metadata';
import { InvalidEntityError, withoutIndex } from '../../values';
import { associationKeys, type ManyToMany } from '../models/association';
import type { Entity, FieldValues, StoredRow } from '../models/domain-model';
import { insertModelRows } from './insert-model-rows';
import { matchingOf } from './matching';
import { removeMatching } from './remove-rows';
import { saveChanges } from './save-changes';

/** A parent and a child to be linked. */
export interface Link {
  readonly parent: StoredRow;
  readonly entity: StoredRow;
  /** Values of further columns of the join table. */
  readonly values?: FieldValues;
}

/** Links children to parents in the join table of a many-to-many collection. */
export async function link(collection: CollectionMetadata, links: readonly Link[]): Promise<void> {
  const association = associationKeys(collection);
  if (association.kind !== 'manyToMany' || links.length === 0) return;
  const rows = links.map((one) => rowOf(association, one));
  await insertModelRows(association.through, rows).catch((error) => {
    throw error instanceof InvalidEntityError ? new InvalidEntityError(withoutIndex(error.violations)) : error;
  });
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
  const { through, foreignKey, foreignKeyScope, otherKey, sourceKey, targetKey } = association;
  const keys = parents.map((parent) => parent.get(sourceKey));
  await removeMatching(through, [
    matchingOf(through, foreignKey, keys),
    ...(children
      ? [
          matchingOf(
            through,
            otherKey,
            children.map((child) => child.get(targetKey)),
          ),
        ]
      : []),
    ...Object.entries(foreignKeyScope).map(([name, value]) => matchingOf(through, name, [value].flat())),
  ]);
}

/** Changes further columns of a link; hooks and validators of the join model run. */
export async function relink(row: Entity, values: FieldValues): Promise<void> {
  row.set(values);
  if (row.changed() !== false) await saveChanges(row);
}
