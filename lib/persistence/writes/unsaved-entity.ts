import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { type Entity, type FieldValues, modelOf } from '../models/domain-model';
import { columnValues, setComputed } from './entity-values';

/** The values of a new entity and its children. */
export interface UnsavedTree {
  readonly values: FieldValues;
  readonly children: ReadonlyMap<CollectionMetadata, readonly UnsavedTree[]>;
}

interface Include {
  readonly association: unknown;
  readonly include: readonly Include[];
}

/** Builds a new entity without saving it; the children in its collections are saved with it. */
export function unsavedEntity(entity: EntityMetadata, tree: UnsavedTree): Entity {
  const root = modelOf(entity.type).build(nested(entity, tree) as never, {
    include: includes(entity, [tree]) as never,
  });
  setAllComputed(entity, root, tree);
  return root;
}

function nested(entity: EntityMetadata, { values, children }: UnsavedTree): FieldValues {
  const collections = [...children].filter(isToBuild).map(([{ property, kind, target }, trees]) => {
    const all = trees.map((tree) => nested(target, tree));
    return [property, kind === 'oneToOne' ? all[0] : all] as const;
  });
  return { ...columnValues(entity, values), ...Object.fromEntries(collections) };
}

function setAllComputed(entity: EntityMetadata, row: Entity, { values, children }: UnsavedTree): void {
  setComputed(entity, row, values);
  for (const [{ property, target }, trees] of children) {
    const below = [row.get(property)].flat() as readonly Entity[];
    for (const [index, tree] of trees.entries()) setAllComputed(target, below[index]!, tree);
  }
}

/** Sequelize cannot build a single child from nothing. */
function isToBuild([{ kind }, trees]: [CollectionMetadata, readonly UnsavedTree[]]): boolean {
  return kind !== 'oneToOne' || trees.length > 0;
}

function includes(entity: EntityMetadata, trees: readonly UnsavedTree[]): Include[] {
  const model = modelOf(entity.type);
  return [...entity.collections.values()].flatMap((collection) => {
    const lists = trees.flatMap(({ children }) => (children.has(collection) ? [children.get(collection)!] : []));
    const below = lists.flat();
    if (lists.length === 0 || !isToBuild([collection, below])) return [];
    return [{ association: model.associations[collection.property], include: includes(collection.target, below) }];
  });
}
