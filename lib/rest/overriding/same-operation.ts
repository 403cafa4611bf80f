import type { CollectionMetadata } from '../../metadata';
import { isAboutSingle, type Operation } from '../operation/operation';

type Verb = Operation['verb'];
type Held = CollectionMetadata | undefined;

/** The verbs that act on single rows, which several collections may hold. */
const ON_ROWS: ReadonlySet<Verb> = new Set([
  ...(['read', 'update', 'delete', 'restore'] as const),
  ...(['readLarge', 'updateLarge', 'deleteLarge'] as const),
]);

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
function verbsOf({ verb, collections }: Operation): readonly Verb[] {
  const collection = collections.at(-1);
  if (verb === 'replace') return ['replace', ...flagged(collection!, ['create', 'update', 'delete'])];
  return verb === 'update' && isAboutSingle({ collections }) ? flagged(collection!, ['create', 'update']) : [verb];
}

function flagged(
  { exposure }: CollectionMetadata,
  verbs: readonly ('create' | 'update' | 'delete')[],
): readonly Verb[] {
  return verbs.filter((verb) => exposure[verb]);
}

/** @param own the collection of the operation; undefined for a root */
function concernsSame(verb: Verb, own: Held, its: Held): boolean {
  if (own && own === its) return true;
  if (ON_ROWS.has(verb)) return !isUnlinking(verb, own) && !isUnlinking(verb, its) && mayShareRows(own, its);
  const isShared = own === undefined || (its === undefined && own.kind !== 'manyToMany');
  return isShared && (verb === 'create' || verb === 'list');
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
