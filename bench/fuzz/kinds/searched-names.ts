import {
  type CollectionMetadata,
  type EntityMetadata,
  everyField,
  type FieldMetadata,
  type ReferenceMetadata,
} from '../../../lib/metadata';

/** A name of a search parameter, and the field that it leads to. */
export interface SearchedName {
  /** `status`, `order_items.sku`. */
  readonly name: string;
  readonly field: FieldMetadata;
}

type Association = CollectionMetadata | ReferenceMetadata;

/** The names by which the entities of a class can be searched, through two associations at most. */
export function searchedNames(entity: EntityMetadata, depth = 2): readonly SearchedName[] {
  const own = [...entity.fields.values()].filter(({ searchable }) => searchable !== undefined);
  const below = depth === 0 ? [] : shownAssociations(entity);
  return [
    ...own.map((field) => ({ name: field.wireName, field })),
    ...below.flatMap(({ wireName, target }) =>
      searchedNames(target, depth - 1).map(({ name, field }) => ({ name: `${wireName}.${name}`, field })),
    ),
  ];
}

/** The associations that responses may contain. */
export function shownAssociations({ collections, references }: EntityMetadata): readonly Association[] {
  const readable = [...collections.values()].filter(({ exposure }) => exposure.read);
  const referred = [...references.values()].filter(({ target }) => target.isReadable);
  return [...readable, ...referred].filter(({ isHidden }) => !isHidden);
}

/** The names of the fields that responses may contain. */
export function shownFields(entity: EntityMetadata): readonly string[] {
  const shown = everyField(entity).filter(
    ({ access, origin }) =>
      (access === 'open' || access === 'readOnly') && origin !== 'version' && origin !== 'deletedAt',
  );
  return shown.map(({ wireName }) => wireName);
}
