import type { CollectionMetadata } from '../../metadata';
import type { Operation } from '../operation/operation';
import { definitionOf, VERBS } from '../verbs/verbs';

type Verb = Operation['verb'];
type Held = CollectionMetadata | undefined;

/**
 * Whether another operation does what an operation does: by the same collection on another path, by the routes of the
 * class itself, or by another collection of the class, if that may hold the same rows.
 *
 * Elements of a many-to-many collection are linked, unlinked and listed by that collection alone. Actions and batches
 * exist once.
 */
export function doesSame(one: Operation, other: Operation): boolean {
  if (one.action || one.entity !== other.entity || one.field !== other.field) return false;
  const own = one.collections.at(-1);
  const its = other.collections.at(-1);
  const done = verbsOf(other);
  const verbs = one.verb === 'replace' ? [one.verb] : verbsOf(one);
  return verbs.some((verb) => done.includes(verb) && concernsSame(verb, own, its));
}

/** The PUT of a collection or of a single child does what others do with several methods. */
function verbsOf(operation: Operation): readonly Verb[] {
  const { verb, collections } = operation;
  const { parts } = definitionOf(operation);
  if (!parts) return [verb];
  const { exposure } = collections.at(-1)!;
  const exposed = parts.filter((part) => exposure[part]);
  return parts.some((part) => part === verb) ? exposed : [verb, ...exposed];
}

/** @param own the collection of the operation; undefined for a root */
function concernsSame(verb: Verb, own: Held, its: Held): boolean {
  if (own && own === its) return true;
  const { sharedBy } = VERBS[verb];
  if (sharedBy === 'rows') return !isUnlinking(verb, own) && !isUnlinking(verb, its) && mayShareRows(own, its);
  const isOfClass = own === undefined || (its === undefined && own.kind !== 'manyToMany');
  return isOfClass && sharedBy === 'members';
}

/** Whether a delete removes a link and leaves the row. */
export function isUnlinking(verb: Verb, collection: Held): boolean {
  return verb === 'delete' && collection?.kind === 'manyToMany';
}

/** Associations whose scopes have different values have no row in common. */
function mayShareRows(one: Held, other: Held): boolean {
  if (!one || !other) return true;
  return Object.entries(one.scope).every(([name, value]) => !(name in other.scope) || other.scope[name] === value);
}
