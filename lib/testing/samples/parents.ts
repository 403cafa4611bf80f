import type {
  CollectionMetadata,
  EntityMetadata,
  FieldMetadata,
  MetadataRegistry,
  ReferenceMetadata,
} from '../../metadata';

/** What a foreign key leads to. */
export interface ParentLink {
  readonly parent: EntityMetadata;
  /** The to-one association of the child, where it has one. */
  readonly reference?: ReferenceMetadata;
  /** The collection of the parent that the child is in, where there is one. */
  readonly collection?: CollectionMetadata;
}

/** The class whose key a field holds; undefined where it holds none. */
export function parentLink(
  registry: MetadataRegistry,
  entity: EntityMetadata,
  { name }: FieldMetadata,
): ParentLink | undefined {
  const reference = [...entity.references.values()].find(({ foreignKey }) => foreignKey === name);
  const collections = registry.entities.flatMap((owner) => [...owner.collections.values()]);
  const collection = collections.find(
    ({ target, foreignKey, owner }) =>
      target === entity && foreignKey === name && (!reference || reference.target === owner),
  );
  const parent = reference?.target ?? collection?.owner;
  return parent && { parent, reference, collection };
}
