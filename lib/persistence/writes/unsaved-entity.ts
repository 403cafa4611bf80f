import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { type Entity, type FieldValues, modelOf } from '../models/domain-model';

/** Values of an entity that is not stored yet, with those of its children. */
export interface UnsavedTree {
  readonly values: FieldValues;
  readonly children: ReadonlyMap<CollectionMetadata, readonly UnsavedTree[]>;
}

interface Include {
  readonly association: unknown;
  readonly include: readonly Include[];
}

/** A new entity that is not saved; its children stand in their collections and are saved with it. */
export function unsavedEntity(entity: EntityMetadata, tree: UnsavedTree): Entity {
  return modelOf(entity.type).build(nested(tree) as never, { include: includes(entity, [tree]) as never });
}

function nested({ values, children }: UnsavedTree): FieldValues {
  const collections = [...children].map(([{ property }, trees]) => [property, trees.map(nested)] as const);
  return { ...values, ...Object.fromEntries(collections) };
}

function includes(entity: EntityMetadata, trees: readonly UnsavedTree[]): Include[] {
  const model = modelOf(entity.type);
  return [...entity.collections.values()].flatMap((collection) => {
    const lists = trees.flatMap(({ children }) => (children.has(collection) ? [children.get(collection)!] : []));
    if (lists.length === 0) return [];
    const below = lists.flat();
    return [{ association: model.associations[collection.property], include: includes(collection.target, below) }];
  });
}
