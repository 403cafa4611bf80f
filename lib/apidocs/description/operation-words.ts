import type { RouteDescription } from '../../core';
import { isAboutSingle, type Operation } from '../../rest';
import { sentence, spoken } from '../words';

/** What an operation does, in one sentence without a full stop: `List the order items of an order`. */
export function summaryOf({ method }: RouteDescription, operation: Operation): string {
  const { verb, entity, collections, action, field } = operation;
  const { a, many } = spoken(entity.name);
  const where = placeOf(operation);
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
      return `Leave the ${field!.wireName} of ${a}${where} without a value`;
    case 'act':
      return sentence(`run ${action!.name} on ${a}${where}`);
  }
}

function singleSummary(method: string, { verb, entity }: Operation, where: string): string {
  const { one } = spoken(entity.name);
  const patch = method === 'PATCH' ? ', by merge patch' : '';
  const does = verb === 'update' ? 'Create or update' : sentence(verb);
  return `${does} the ${one}${where}${patch}`;
}

/** What searches can ask beside equality. */
export const OPERATOR_WORDS =
  'Search parameters have operators in brackets: `ne`, `gt`, `gte`, `lt`, `lte`, `in` and `nin` with commas between values, `like` with `*` as wildcard, and `null` with `true` or `false`. `or=(name:value,other[gt]:value)` takes conditions of which one must hold.';

const REPLACING =
  'The array is all that the collection has then: elements with a key of a stored one update it, others are created, and what no element names is deleted, or unlinked where the collection links.';
const RESTORE_WORDS = 'What was deleted with it comes back, too. One that is not deleted stays as it is.';

/** What the summary leaves open. */
export function descriptionOf({ method }: RouteDescription, operation: Operation): string {
  const { verb, collections } = operation;
  if (isAboutSingle(operation)) {
    if (verb === 'read') return 'With search parameters, one that does not meet them counts as missing.';
    if (verb === 'update') {
      if (method === 'PATCH') return 'PUT does the same.';
      return 'Where there is one, fields that the payload does not name stay; with a key that is `null` it is replaced.';
    }
  }
  if (verb === 'create') return 'An array: all of them, or none.';
  if (verb === 'list') return 'An array; with `page` or `per_page` a page in an envelope.';
  if (verb === 'read') return 'One that does not meet search parameters counts as missing.';
  if (verb === 'update') {
    if (method === 'PATCH') return 'PUT does the same.';
    return 'Fields that are not named stay. Of several, all or none are updated.';
  }
  if (verb === 'replace') return `${REPLACING} All of it is done, or nothing.`;
  if (verb === 'restore') return RESTORE_WORDS;
  if (verb === 'readLarge') return 'The bytes as they are, whole or in part.';
  if (verb === 'updateLarge') return 'The body is the value, whatever its media type unless one is set.';
  if (verb === 'deleteLarge') return 'The entity stays.';
  if (verb === 'batch') return 'All of them, or none. Each needs what its own route needs.';
  if (verb === 'act') return 'In one transaction with what it changes.';
  const isUnlinked = collections.at(-1)?.kind === 'manyToMany';
  return isUnlinked ? 'It stays, without the link to its parent.' : 'What belongs to it goes with it.';
}

function placeOf({ collections }: Operation): string {
  const owner = collections.at(-1)?.owner;
  return owner ? ` of ${spoken(owner.name).a}` : '';
}
