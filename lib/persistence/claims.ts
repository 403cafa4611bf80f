import { PersistenceError } from './errors';

const owners = new WeakMap<object, string>();

/** A model class can speak to one data source at a time. @throws PersistenceError CLASS_CLAIMED naming both */
export function claim(type: { readonly name: string }, dataSource: string): void {
  const owner = owners.get(type);
  if (owner !== undefined) throw new PersistenceError('CLASS_CLAIMED', [type.name, owner, dataSource]);
  owners.set(type, dataSource);
}

export function release(type: object): void {
  owners.delete(type);
}
