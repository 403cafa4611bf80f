import { oncePer } from '../../foundation';
import type { EntityMetadata, FieldMetadata, MetadataRegistry } from '../../metadata';
import { type ParentLink, parentLink } from './parents';

/** A foreign key that a create needs, and what it refers to. */
export type RequiredParent = readonly [FieldMetadata, ParentLink];

/** The foreign keys without which no entity of a class can be stored. */
export function requiredParents(registry: MetadataRegistry, entity: EntityMetadata): readonly RequiredParent[] {
  return [...entity.fields.values()].flatMap((field): RequiredParent[] => {
    const link = parentLink(registry, entity, field);
    return link && !field.isNullable && !field.hasDefault ? [[field, link]] : [];
  });
}

/** Whether the parents of a class, or theirs, require one of the classes that require them. */
export const requiresItself = oncePer((entity: EntityMetadata, registry: MetadataRegistry) =>
  hasCycle(registry, entity, []),
);

function hasCycle(registry: MetadataRegistry, entity: EntityMetadata, requiredBy: readonly EntityMetadata[]): boolean {
  if (requiredBy.includes(entity)) return true;
  const parents = requiredParents(registry, entity).map(([, { parent }]) => parent);
  return parents.some((parent) => hasCycle(registry, parent, [...requiredBy, entity]));
}
