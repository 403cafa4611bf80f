import type { DatabaseUrl } from './database-url';
import { PersistenceError } from './errors';

/** An owner of model classes: the database of one or several applications. */
interface Owner {
  readonly url: DatabaseUrl;
}

const owners = new WeakMap<object, Owner>();

/** A model class can speak to one database at a time. @throws PersistenceError CLASS_CLAIMED naming both */
export function claim(type: { readonly name: string }, owner: Owner): void {
  const other = owners.get(type) ?? owner;
  if (other !== owner) throw new PersistenceError('CLASS_CLAIMED', [type.name, other.url.display, owner.url.display]);
  owners.set(type, owner);
}

export function release(type: object): void {
  owners.delete(type);
}
