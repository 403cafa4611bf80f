import type { RouteDescription } from '../../core';
import { upperFirst, wordsFor } from '../../naming';
import { isAboutSingle, type Operation } from '../../rest';

/** One sentence without a full stop: `List the order items of an order`. */
export function summaryOf({ method }: RouteDescription, operation: Operation): string {
  const { verb, entity, collections, action, field } = operation;
  const { a, many } = wordsFor(entity.name);
  const where = parentOf(operation);
  if (verb !== 'act' && !field && isAboutSingle(operation)) return singleSummary(method, operation, where);
  switch (verb) {
    case 'list':
      return where ? `List the ${many}${where}` : `List ${many}`;
    case 'create':
      return `${collections.at(-1)?.kind === 'manyToMany' ? 'Link or create' : 'Create'} ${a}${where}, or several`;
    case 'read':
      return `Read ${a}${where}, or several`;
    case 'update':
      return `Update ${a}${where}, or several${method === 'PATCH' ? ', by merge patch' : ''}`;
    case 'replace':
      return `Replace the ${many}${where}`;
    case 'delete':
      return `${collections.at(-1)?.kind === 'manyToMany' ? 'Unlink' : 'Delete'} ${a}${where}, or several`;
    case 'restore':
      return `Restore ${a}${where}, or several`;
    case 'batch':
      return `Change ${a} in several steps`;
    case 'readLarge':
      return `Read the ${field!.wireName} of ${a}${where}`;
    case 'updateLarge':
      return `Write the ${field!.wireName} of ${a}${where}`;
    case 'deleteLarge':
      return `Remove the ${field!.wireName} of ${a}${where}`;
    case 'act':
      return upperFirst(`run ${action!.name} on ${a}${where}`);
  }
}

function singleSummary(method: string, { verb, entity }: Operation, where: string): string {
  const { one } = wordsFor(entity.name);
  const patch = method === 'PATCH' ? ', by merge patch' : '';
  const does = verb === 'update' ? 'Create or update' : upperFirst(verb);
  return `${does} the ${one}${where}${patch}`;
}

/** The operators of search parameters, for the text of `info`. */
export const OPERATOR_WORDS =
  'Search parameters take operators in brackets: `ne`, `gt`, `gte`, `lt`, `lte`, `in` and `nin` with values separated by commas, `like` with `*` as wildcard, and `null` with `true` or `false`. `or=(name:value,other[gt]:value)` matches if one of its conditions holds.';

const REPLACE =
  'Replaces the collection by the array: an element with the key of a stored one updates it, others are created, and stored ones that are not in the array are deleted (unlinked in a many-to-many collection). All or nothing.';
const RESTORE = 'Children that were deleted with it are restored too. An entity that is not deleted is left unchanged.';

/** Details that the summary leaves out. */
export function descriptionOf({ method }: RouteDescription, operation: Operation): string {
  const { verb, collections } = operation;
  if (verb === 'create') return 'An array: all are created, or none.';
  if (verb === 'list') return 'An array; with `page` or `per_page` a page in an envelope.';
  if (verb === 'read') return '404 if search parameters do not match.';
  if (verb === 'update') {
    if (method === 'PATCH') return 'PUT does the same.';
    if (isAboutSingle(operation)) return 'Fields that are left out stay. A key of `null` replaces the child.';
    return 'Fields that are left out stay. All entities are updated, or none.';
  }
  if (verb === 'replace') return REPLACE;
  if (verb === 'restore') return RESTORE;
  if (verb === 'readLarge') return 'Returns the raw bytes, whole or a range of them.';
  if (verb === 'updateLarge') return 'The body is the raw value.';
  if (verb === 'deleteLarge') return 'The entity itself is not deleted.';
  if (verb === 'batch') return 'All steps succeed, or none. Each step requires the permissions of its own route.';
  if (verb === 'act') return 'Runs in one transaction.';
  const isUnlinked = collections.at(-1)?.kind === 'manyToMany';
  return isUnlinked ? 'Removes the link to the parent; the entity itself stays.' : 'Deletes its children too.';
}

function parentOf({ collections }: Operation): string {
  const owner = collections.at(-1)?.owner;
  return owner ? ` of ${wordsFor(owner.name).a}` : '';
}
