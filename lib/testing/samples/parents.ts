import type {
  CollectionMetadata,
  EntityMetadata,
  FieldMetadata,
  MetadataRegistry,
  ReferenceMetadata,
} from '../../metadata';

/** The target of a foreign key. */
export interface ParentLink {
  readonly parent: EntityMetadata;
  /** The to-one association of the child, if there is one. */
  readonly reference?: ReferenceMetadata;
  /** The collection of the parent, if there is one. */
  readonly collection?: CollectionMetadata;
}

/** The target of a field that is a foreign key; undefined for other fields. */
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
