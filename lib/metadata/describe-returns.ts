import { MetadataError } from './errors';
import type { ActionDeclaration, ReturnedContent, ReturnedType } from './types/actions';
import type { DomainClass } from './types/domain-class';
import type { EntityMetadata } from './types/entities';
import { valueSource } from './value-source';

type Entities = ReadonlyMap<DomainClass, EntityMetadata>;

/**
 * The return type of an action: the option of `@Action`, else the entity class in decorator metadata.
 *
 * @returns undefined if it is not known
 * @throws MetadataError ACTION_RETURNS_INVALID
 */
export function describeReturns(
  { returns, returnType, method }: ActionDeclaration,
  { name }: EntityMetadata,
  entities: Entities,
): ReturnedContent | undefined {
  if (returns === undefined) {
    const entity = entities.get(returnType as DomainClass);
    return entity && Object.freeze({ isList: false, type: typeOf(entity.type, entities) });
  }
  const content = isArrow(returns) ? returns() : returns;
  const isList = Array.isArray(content);
  const [type, ...others] = [content].flat() as unknown[];
  if (typeof type !== 'function' || others.length > 0) throw new MetadataError('ACTION_RETURNS_INVALID', name, method);
  return Object.freeze({ isList, type: typeOf(type as unknown as DomainClass, entities) });
}

function typeOf(type: DomainClass, entities: Entities): ReturnedType {
  const entity = entities.get(type);
  if (entity) return { kind: 'entity', entity };
  return valueSource(type) ?? { kind: 'instance', type };
}

/** Classes have a prototype, arrow functions have none. */
function isArrow(value: unknown): value is () => unknown {
  return typeof value === 'function' && !Object.hasOwn(value, 'prototype');
}
