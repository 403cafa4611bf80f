import type { Association } from 'sequelize';
import type { ModelMistakes } from '../../metadata';
import { PersistenceError } from '../errors';
import type { DomainModel } from './domain-model';

/**
 * Checks that the scopes of associations consist of column values, which new rows get.
 *
 * Reports ASSOCIATION_SCOPE_COLUMN, ASSOCIATION_SCOPE_VALUE, REFERENCE_SCOPE.
 */
export function verifyAssociationScopes(model: DomainModel, mistakes: ModelMistakes): void {
  for (const association of Object.values(model.associations)) {
    const { target, through, associationType, options } = association as Scoped;
    if (associationType === 'BelongsTo' && options.scope) {
      mistakes.add(new PersistenceError('REFERENCE_SCOPE', [model.name, association.as, target.name]));
    }
    verifyScope(association, target as DomainModel, (association as Scoped).scope, mistakes);
    if (through) verifyScope(association, through.model, through.scope, mistakes);
  }
}

interface Scoped extends Association {
  readonly scope?: Scope;
  readonly options: { readonly scope?: Scope };
  readonly through?: { readonly model: DomainModel; readonly scope?: Scope };
}

type Scope = Readonly<Record<string | symbol, unknown>>;

function verifyScope(
  { source, as }: Association,
  rows: DomainModel,
  scope: Scope | undefined,
  mistakes: ModelMistakes,
): void {
  if (!scope) return;
  for (const name of Reflect.ownKeys(scope)) {
    const facts = [source.name, as, String(name), rows.name];
    if (mistakes.isLeftOut(rows, String(name))) continue;
    if (typeof name === 'symbol' || !Object.hasOwn(rows.getAttributes(), name)) {
      mistakes.add(new PersistenceError('ASSOCIATION_SCOPE_COLUMN', facts));
    } else if (!isValue(scope[name])) mistakes.add(new PersistenceError('ASSOCIATION_SCOPE_VALUE', facts));
  }
}

function isValue(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
