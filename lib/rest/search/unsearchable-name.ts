import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { SearchStep } from '../../persistence';
import type { Access } from '../access/access';
import { readingAssociation, readingThrough } from '../access/reading';
import { quoted } from '../invalid-parameter';
import { associationsAlong, visibleTarget } from './search-target';

/**
 * Says why nothing can be searched by a parameter. The name of a field or an association is called unknown only if the
 * request may not read it.
 *
 * @param name    the name in the parameter, without the prefix
 * @param within  the collection that is searched
 */
export function unsearchableName(
  parameter: string,
  name: string,
  entity: EntityMetadata,
  access: Access,
  within?: CollectionMetadata,
): string {
  const target = visibleTarget(entity, name, within);
  if (target && !target.field.searchable && access.permits(readingThrough(target.steps, target.field))) {
    return `The field ${quoted(parameter)} cannot be searched`;
  }
  const steps = associationsAlong(entity, name);
  const last = steps?.at(-1);
  if (!steps || !last || !access.permits(steps.flatMap(readingAssociation))) {
    return `Unknown parameter ${quoted(parameter)}`;
  }
  return `A search names fields, but ${quoted(parameter)} is a ${kindOf(last)}`;
}

function kindOf(association: SearchStep): string {
  if (!('kind' in association)) return 'reference';
  return association.kind === 'oneToOne' ? 'single child' : 'collection';
}
