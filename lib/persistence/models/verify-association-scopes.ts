import type { Association } from 'sequelize';
import { PersistenceError } from '../errors';
import type { DomainModel } from './domain-model';

/**
 * The scope of an association is what its rows have in common and what new ones get, so it consists of values of
 * columns.
 *
 * @throws PersistenceError ASSOCIATION_SCOPE_COLUMN, ASSOCIATION_SCOPE_VALUE
 */
export function verifyAssociationScopes(model: DomainModel): void {
  for (const association of Object.values(model.associations)) {
    const { target, through } = association as Scoped;
    verifyScope(association, target as DomainModel, (association as Scoped).scope);
    if (through) verifyScope(association, through.model, through.scope);
  }
}

interface Scoped extends Association {
  readonly scope?: Scope;
  readonly through?: { readonly model: DomainModel; readonly scope?: Scope };
}

type Scope = Readonly<Record<string | symbol, unknown>>;

function verifyScope({ source, as }: Association, rows: DomainModel, scope: Scope = {}): void {
  for (const name of Reflect.ownKeys(scope)) {
    const facts = [source.name, as, String(name), rows.name];
    if (typeof name === 'symbol' || !(name in rows.getAttributes())) {
      throw new PersistenceError('ASSOCIATION_SCOPE_COLUMN', facts);
    }
    if (!isValue(scope[name])) throw new PersistenceError('ASSOCIATION_SCOPE_VALUE', facts);
  }
}

function isValue(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
