import type { CollectionMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import { isDeletedWithParent, type Selection } from '../../persistence';
import type { Access } from '../access/access';
import { readingAssociation, readingField } from '../access/reading';
import type { AssociationPath } from './association-path';
import { type Association, isCollection } from './associations';
import type { NameTree } from './name-tree';
import { visibleFields } from './visible-fields';

/** One level of a response: the names of the query that concern it, and whether defaults apply. */
export interface Level {
  readonly include?: NameTree;
  readonly exclude?: NameTree;
  readonly expand?: NameTree;
  /** Whether fields and embedded collections are shown without being named. */
  readonly hasDefaults: boolean;
  /** Whether one entity is requested, not a list: then long texts are shown by default. */
  readonly isSingle?: boolean;
  /** Whether deleted entities are shown, with `deleted_at`. */
  readonly withDeleted?: boolean;
}

/**
 * Builds the selection of one level and of those below it. Fields and associations that the request may not read are
 * left out; the caller has already rejected a query that names one of them.
 */
export function buildSelection(path: AssociationPath, level: Level, access: Access): Selection {
  const { withDeleted = false } = level;
  const references = new Map<ReferenceMetadata, Selection>();
  const collections = new Map<CollectionMetadata, Selection>();
  for (const association of path.associations.values()) {
    if (!access.permits(readingAssociation(association))) continue;
    const nextLevel = levelAt(association, path, level);
    if (!nextLevel) continue;
    const selection = buildSelection(path.to(association), nextLevel, access);
    if (isCollection(association)) collections.set(association, selection);
    else references.set(association, selection);
  }
  const fields = visibleFields(path.entity, withDeleted, path.within).filter(
    (field) => isSelected(field, level) && access.permits(readingField(field)),
  );
  return { entity: path.entity, fields, references, collections, ...(withDeleted && { withDeleted }) };
}

function isSelected(field: FieldMetadata, { include, exclude, hasDefaults, isSingle = false }: Level): boolean {
  if (isNamed(include, field)) return true;
  return hasDefaults && isDefault(field, isSingle) && !isNamed(exclude, field);
}

/** BLOBs have to be named; long texts are shown by default where one entity is requested. */
function isDefault({ large, type }: FieldMetadata, isSingle: boolean): boolean {
  return large === undefined || (isSingle && type.kind !== 'bytes');
}

/** The level that an association leads to; undefined where the association is not shown. */
function levelAt(association: Association, path: AssociationPath, above: Level): Level | undefined {
  const { wireName } = association;
  const include = above.include?.children.get(wireName);
  const exclude = above.exclude?.children.get(wireName);
  const expand = above.expand?.children.get(wireName);
  const isEmbedded = above.hasDefaults && path.embeds(association) && !exclude?.isNamed;
  if (!include && !expand && !isEmbedded) return undefined;
  // `include=items.sku` names a field of the items alone: the level has no defaults.
  const hasDefaults = !include || include.isNamed || expand !== undefined;
  const withDeleted = above.withDeleted && isCollection(association) && isDeletedWithParent(association);
  return { include, exclude, expand, hasDefaults, withDeleted };
}

function isNamed(names: NameTree | undefined, { wireName }: FieldMetadata): boolean {
  return names?.children.get(wireName)?.isNamed === true;
}
