import { isPlainObject } from '../../foundation';
import type { ModelMistakes } from '../../metadata';
import { PersistenceError } from '../errors';
import type { DomainModel } from './domain-model';

/** The alternative to an option, which would apply to every query. */
const REMEDIES: Readonly<Record<string, string>> = {
  attributes: 'keep columns that are never shown out of the API by @Hidden',
  group: 'group in a query of your own',
  having: 'group in a query of your own',
  include: 'show children unasked with @Collection({ embed: true }), or let clients ask for them with expand',
  limit: 'let clients page lists with per_page',
  offset: 'let clients page lists with page',
  order: 'let clients order lists with sort, and order your own queries where you write them',
};

const OTHERWISE = 'pass it to the queries that need it, or make it a named scope';

/**
 * Checks that a default scope has a `where` only; other options would change the result of every query.
 *
 * Reports DEFAULT_SCOPE_OPTION, DEFAULT_SCOPE_COLUMN.
 *
 * @throws PersistenceError DEFAULT_SCOPE_FUNCTION
 */
export function verifyDefaultScope(model: DomainModel, mistakes: ModelMistakes): void {
  const scope: unknown = model.options.defaultScope ?? {};
  if (typeof scope !== 'object' || scope === null) throw new PersistenceError('DEFAULT_SCOPE_FUNCTION', [model.name]);
  for (const [option, value] of Object.entries(scope)) {
    if (option === 'where' || value === undefined) continue;
    mistakes.add(new PersistenceError('DEFAULT_SCOPE_OPTION', [model.name, option, REMEDIES[option] ?? OTHERWISE]));
  }
  if ('where' in scope) verifyColumns(model, scope.where, mistakes);
}

/** Checks conditions on columns, also inside of `Op.and`, `Op.or` and `Op.not`. Expressions are not checked. */
function verifyColumns(model: DomainModel, where: unknown, mistakes: ModelMistakes): void {
  if (typeof where === 'function') throw new PersistenceError('DEFAULT_SCOPE_FUNCTION', [model.name]);
  if (Array.isArray(where)) for (const condition of where) verifyColumns(model, condition, mistakes);
  if (!isPlainObject(where)) return;
  const conditions: Readonly<Record<string | symbol, unknown>> = where;
  for (const name of Reflect.ownKeys(conditions)) {
    if (typeof name === 'symbol') verifyColumns(model, conditions[name], mistakes);
    else if (!(pathStart(name) in model.getAttributes()) && !mistakes.isLeftOut(model, pathStart(name))) {
      mistakes.add(new PersistenceError('DEFAULT_SCOPE_COLUMN', [model.name, name]));
    }
  }
}

/** `address.city` is a member of a JSON column. */
function pathStart(name: string): string {
  return name.split('.', 1)[0]!;
}
