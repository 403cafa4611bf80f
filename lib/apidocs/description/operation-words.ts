import type { RouteDescription } from '../../core';
import type { Operation } from '../../rest';
import { sentence, spoken } from '../words';

/** What an operation does, in one sentence without a full stop: `List the order items of an order`. */
export function summaryOf({ method }: RouteDescription, operation: Operation): string {
  const { verb, entity, collections, action } = operation;
  const { a, many } = spoken(entity.name);
  const where = placeOf(operation);
  switch (verb) {
    case 'list':
      return where ? `List the ${many}${where}` : `List ${many}`;
    case 'create':
      return `${collections.at(-1)?.kind === 'manyToMany' ? 'Link or create' : 'Create'} ${a}${where}, or several`;
    case 'read':
      return `Read ${a}${where}, or several`;
    case 'update':
      return `Update ${a}${where}, or several${method === 'PATCH' ? ', by merge patch' : ''}`;
    case 'delete':
      return `${collections.at(-1)?.kind === 'manyToMany' ? 'Unlink' : 'Delete'} ${a}${where}, or several`;
    case 'act':
      return sentence(`run ${action!.name} on ${a}${where}`);
  }
}

/** What searches can ask beside equality. */
export const OPERATOR_WORDS =
  'Search parameters have operators in brackets: `ne`, `gt`, `gte`, `lt`, `lte`, `in` and `nin` with commas between values, `like` with `*` as wildcard, and `null` with `true` or `false`.';

/** What the summary leaves open. */
export function descriptionOf({ method }: RouteDescription, { verb, collections }: Operation): string {
  if (verb === 'create') return 'An object creates one, an array several: all of them, or none.';
  if (verb === 'list') return 'The whole list is an array; `page` or `per_page` ask for one page of it in an envelope.';
  if (verb === 'read') return 'With search parameters, one that does not meet them counts as missing.';
  if (verb === 'update') {
    if (method === 'PATCH') return 'PUT does the same.';
    return 'Fields that the payload does not name stay. It holds for each of several: all are updated, or none.';
  }
  if (verb === 'act') return 'In one transaction with what it changes.';
  const isUnlinked = collections.at(-1)?.kind === 'manyToMany';
  return isUnlinked ? 'It stays, without the link to its parent.' : 'What belongs to it goes with it.';
}

function placeOf({ collections }: Operation): string {
  const owner = collections.at(-1)?.owner;
  return owner ? ` of ${spoken(owner.name).a}` : '';
}
