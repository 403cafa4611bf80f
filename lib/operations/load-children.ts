import type { CollectionMetadata, EntityMetadata, ReferenceMetadata } from '../metadata';
import { type Place, type Retrieval, type Row, type Selection } from '../persistence';
import { leaf, type RowTree } from './entity-tree';

/**
 * Loads what a selection shows below entities, one statement for each association of a level (and thousand of keys),
 * whatever the number of entities.
 *
 * @returns in the order of the entities; children in the order of their primary keys
 * @see Specification, "Query parameters of reads": `include`
 */
export function loadChildren(
  retrieval: Retrieval,
  selection: Selection | undefined,
  entities: readonly Row[],
): readonly RowTree[] | Promise<readonly RowTree[]> {
  const trees = entities.map(leaf);
  // A promise would cost as much as the rest of a short read.
  return selection && !isFlat(selection) ? completeTrees(retrieval, selection, trees) : trees;
}

/** {@link loadChildren} for trees with some of their children, which stay as they are. */
export async function completeTrees(
  retrieval: Retrieval,
  selection: Selection,
  trees: readonly RowTree[],
): Promise<readonly RowTree[]> {
  if (trees.length === 0 || isFlat(selection)) return trees;
  const references = trees.map(() => new Map<ReferenceMetadata, RowTree | undefined>());
  for (const [reference, below] of selection.references) {
    const rows = trees.map(({ entity }) => entity);
    const referred = await referredTrees(retrieval, selection.entity, reference, below, rows);
    for (const [index, tree] of referred.entries()) references[index]!.set(reference, tree);
  }
  const children = trees.map((tree) => new Map(tree.children));
  for (const [collection, below] of selection.collections) {
    const lists = await childTrees(retrieval, collection, below, trees);
    for (const [index, list] of lists.entries()) children[index]!.set(collection, list);
  }
  return trees.map(({ entity }, index) => ({
    entity,
    children: children[index]!,
    references: references[index]!,
  }));
}

/** The trees of the entities referred to; one tree for an entity that several refer to. */
export async function referredTrees(
  retrieval: Retrieval,
  owner: EntityMetadata,
  reference: ReferenceMetadata,
  below: Selection,
  rows: readonly Row[],
): Promise<(RowTree | undefined)[]> {
  const referred = await retrieval.referredEntities(owner, reference, rows, below);
  const distinct = [...new Set(referred.filter((entity) => entity !== undefined))];
  const loaded = await loadChildren(retrieval, below, distinct);
  const treeOf = new Map(distinct.map((entity, index) => [entity, loaded[index]!]));
  return referred.map((entity) => entity && treeOf.get(entity));
}

async function childTrees(
  retrieval: Retrieval,
  collection: CollectionMetadata,
  below: Selection,
  trees: readonly RowTree[],
): Promise<readonly (readonly RowTree[])[]> {
  const unread = trees.filter(({ children }) => !children.has(collection));
  const read = await retrieval.childrenByParent(
    collection,
    unread.map(({ entity }) => entity),
    below,
  );
  const readOf = new Map(unread.map((tree, index) => [tree, read[index]!.map(leaf)]));
  const hasJoinFields = collection.joinFields.size > 0;
  const written = hasJoinFields ? await writtenLinks(retrieval, collection, below, trees) : undefined;
  const lists = trees.map((tree) => written?.get(tree) ?? tree.children.get(collection) ?? readOf.get(tree)!);
  const completed = await completeTrees(retrieval, below, lists.flat());
  return partsOf(completed, lists);
}

/** The children that many-to-many trees have already, with the columns of their links. */
async function writtenLinks(
  retrieval: Retrieval,
  collection: CollectionMetadata,
  below: Selection,
  trees: readonly RowTree[],
): Promise<ReadonlyMap<RowTree, readonly RowTree[]>> {
  const written = trees.flatMap((tree) => {
    const children = tree.children.get(collection);
    return children ? [{ tree, children }] : [];
  });
  const lists = written.map((one) => one.children);
  const parents = written.flatMap((one) => one.children.map(() => one.tree.entity));
  const linked = partsOf(await withLinks(retrieval, collection, below, parents, lists.flat()), lists);
  return new Map(written.map(({ tree }, index) => [tree, linked[index]!]));
}

/**
 * {@link completeTrees} for the response of a write at a place, with the columns of the links to the parent, if there are any.
 *
 * @param selection without it, the trees stay as they are
 */
export function completeAt(
  retrieval: Retrieval,
  place: Place,
  selection: Selection | undefined,
  trees: readonly RowTree[],
  parent?: Row,
): readonly RowTree[] | Promise<readonly RowTree[]> {
  const collection = place.path.at(-1);
  const isLinked = parent !== undefined && collection !== undefined && collection.joinFields.size > 0;
  if (!selection || (!isLinked && isFlat(selection))) return trees;
  const completed = completeTrees(retrieval, selection, trees);
  if (!isLinked) return completed;
  const parents = trees.map(() => parent);
  return completed.then((all) => withLinks(retrieval, collection, selection, parents, all));
}

/** Trees of children with the columns of the join table, if the selection has any; the parents are those of the children. */
export async function withLinks(
  retrieval: Retrieval,
  collection: CollectionMetadata,
  selection: Selection,
  parents: readonly Row[],
  trees: readonly RowTree[],
): Promise<readonly RowTree[]> {
  const isShown = collection.joinFields.size > 0 && selection.fields.some(({ holder }) => holder);
  if (!isShown || trees.length === 0) return trees;
  const entities = trees.map(({ entity }) => entity);
  const rows = await retrieval.linked(collection, parents, entities);
  return trees.map((tree, index) => ({ ...tree, entity: rows[index]! }));
}

/** Divides a list into parts as long as these lists. */
function partsOf<T>(list: readonly T[], lists: readonly (readonly unknown[])[]): readonly (readonly T[])[] {
  const parts: T[][] = [];
  let start = 0;
  for (const { length } of lists) {
    parts.push(list.slice(start, start + length));
    start += length;
  }
  return parts;
}

function isFlat({ collections, references }: Selection): boolean {
  return collections.size === 0 && references.size === 0;
}
