import type { DatabaseUrl } from './database-url';
import { PersistenceError } from './errors';

/** A database that owns model classes. */
interface Owner {
  readonly url: DatabaseUrl;
}

const owners = new WeakMap<object, Owner>();

/** Claims a model class for a database; it can belong to one at a time. @throws PersistenceError CLASS_CLAIMED */
export function claim(type: { readonly name: string }, owner: Owner): void {
  const other = owners.get(type) ?? owner;
  if (other !== owner) throw new PersistenceError('CLASS_CLAIMED', [type.name, other.url.display, owner.url.display]);
  owners.set(type, owner);
}

export function release(type: object): void {
  owners.delete(type);
}
