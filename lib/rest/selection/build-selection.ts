import type {
  CollectionMetadata,
  EntityMetadata,
  FieldMetadata,
  MetadataRegistry,
  ReferenceMetadata,
} from '../../metadata';
import type { Changes } from '../../operations';
import { isDeletedWithParent, type Selection } from '../../persistence';
import type { Access } from '../access/access';
import { readingAssociation, readingEntity, readingField } from '../access/reading';
import type { NameTree } from './name-tree';
import { visibleFields } from './visible-fields';
import { type Association, isCollection, Walk } from './walk';

/** What the parameters name at one level of the answer; the names are known there. */
export interface Marks {
  readonly include?: NameTree;
  readonly exclude?: NameTree;
  readonly expand?: NameTree;
  /** Whether entities are shown that were deleted, and when they were. */
  readonly withDeleted?: boolean;
}

/**
 * What is shown unasked: the readable fields, and the collections that are embedded.
 *
 * @param isSingle whether the entity is no element of a list: then its long texts are shown too
 * @param within  the collection that it is shown in
 */
export function defaultSelection(
  entity: EntityMetadata,
  access: Access,
  isSingle = false,
  within?: CollectionMetadata,
): Selection {
  const selections = isSingle ? access.selections.alone : access.selections.shown;
  const level = within && within.joinFields.size > 0 ? within : entity;
  return kept(selections, level, () => buildSelection(Walk.from(entity, within), {}, true, access, isSingle));
}

/** The default, and the collections that payloads have named and a read may show: what the answer to a write shows. */
export function writtenSelection(
  entity: EntityMetadata,
  payloads: readonly Changes[],
  access: Access,
  isSingle: boolean,
  within?: CollectionMetadata,
): Selection {
  return withNamed(defaultSelection(entity, access, isSingle, within), payloads, access);
}

/** The default of a class as domain code hands out its entities: of one that may not be read, its key alone. */
export function readableSelection(registry: MetadataRegistry, entity: EntityMetadata, access: Access): Selection {
  return kept(access.selections.returned, entity, () => {
    const canRead = access.isOpen || access.permits(readingEntity(registry, entity));
    return canRead ? defaultSelection(entity, access) : keySelection(entity);
  });
}

/** What is shown of an entity that may be written but not read. */
export function keySelection(entity: EntityMetadata): Selection {
  return { entity, fields: [entity.key], references: new Map(), collections: new Map() };
}

/**
 * What the request may not read is left out; that it is not named, is asked before.
 *
 * @param isWhole whether the default is shown at this level, not only what is named
 * @param isSingle whether this level is one entity that is no element of a list
 */
export function buildSelection(
  walk: Walk,
  marks: Marks,
  isWhole: boolean,
  access: Access,
  isSingle = false,
): Selection {
  const { include, exclude, withDeleted = false } = marks;
  const isShown = (wireName: string) => isNamed(include, wireName) || (isWhole && !isNamed(exclude, wireName));
  const references = new Map<ReferenceMetadata, Selection>();
  const collections = new Map<CollectionMetadata, Selection>();
  for (const association of walk.associations.values()) {
    if (!access.permits(readingAssociation(association))) continue;
    const below = selectionBelow(walk, association, marks, isWhole, access);
    if (below && isCollection(association)) collections.set(association, below);
    else if (below) references.set(association as ReferenceMetadata, below);
  }
  const known = visibleFields(walk.entity, withDeleted, walk.within);
  const readable = known.filter((field) => access.permits(readingField(field)));
  const isAsked = ({ wireName, large, type }: FieldMetadata) =>
    large === undefined || (isSingle && type.kind !== 'bytes') || isNamed(include, wireName);
  const fields = readable.filter((field) => isShown(field.wireName) && isAsked(field));
  return { entity: walk.entity, fields, references, collections, ...(withDeleted && { withDeleted }) };
}

/** Undefined where the association is not shown. */
function selectionBelow(
  walk: Walk,
  association: Association,
  marks: Marks,
  isWholeAbove: boolean,
  access: Access,
): Selection | undefined {
  const { wireName } = association;
  const include = marks.include?.below.get(wireName);
  const exclude = marks.exclude?.below.get(wireName);
  const expand = marks.expand?.below.get(wireName);
  const isEmbedded = isWholeAbove && walk.embeds(association) && !exclude?.isNamed;
  if (!include && !expand && !isEmbedded) return undefined;
  const isWhole = include === undefined || include.isNamed || expand !== undefined;
  const withDeleted = marks.withDeleted && isCollection(association) && isDeletedWithParent(association);
  return buildSelection(walk.below(association), { include, exclude, expand, withDeleted }, isWhole, access);
}

/** Made once for all requests where nothing is secured, else once for each. */
function kept<L>(selections: Map<L, Selection>, entity: L, make: () => Selection): Selection {
  const known = selections.get(entity);
  if (known) return known;
  const selection = make();
  selections.set(entity, selection);
  return selection;
}

function isNamed(names: NameTree | undefined, wireName: string): boolean {
  return names?.below.get(wireName)?.isNamed === true;
}

function withNamed(selection: Selection, payloads: readonly Changes[], access: Access): Selection {
  if (payloads.every(({ children }) => children.size === 0)) return selection;
  const collections = new Map(selection.collections);
  for (const collection of new Set(payloads.flatMap(({ children }) => [...children.keys()]))) {
    if (!collection.exposure.read || !access.permits(readingAssociation(collection))) continue;
    const below = collections.get(collection) ?? defaultSelection(collection.target, access, false, collection);
    const elements = payloads.flatMap(({ children }) => children.get(collection) ?? []);
    collections.set(collection, withNamed(below, elements, access));
  }
  return { ...selection, collections };
}
