import { tiesOf } from '../models/association';
import { type DomainModel, modelOf } from '../models/domain-model';
import { EXACT_NUMBERS } from '../models/exact-numbers';
import type { Selection } from './selection';

/**
 * The attributes that a selection needs: those that it shows, the keys, and what ties its associations.
 *
 * Undefined, for all, where the model has code of its own that may read others: getters, hooks on finding.
 *
 * @param more attributes that are needed besides
 */
export function selectedAttributes(selection: Selection, more: readonly string[] = []): string[] | undefined {
  const { entity, fields, references, collections } = selection;
  if (readsByItself(modelOf(entity.type))) return undefined;
  const names = new Set([entity.primaryKey.name, entity.key.name, ...fields.map(({ name }) => name), ...more]);
  for (const { foreignKey, scopes } of references.keys()) {
    for (const name of [foreignKey, ...scopes.flatMap(Object.keys)]) names.add(name);
  }
  for (const collection of collections.keys()) names.add(tiesOf(collection).sourceKey);
  return [...names];
}

interface CustomModel {
  readonly prototype: { readonly _hasCustomGetters: number };
  readonly options: { readonly hooks?: Readonly<Record<string, readonly unknown[]>> };
}

const READING_HOOKS = ['beforeFind', 'beforeFindAfterExpandIncludeAll', 'beforeFindAfterOptions', 'afterFind'];

function readsByItself(model: DomainModel): boolean {
  const { prototype, options } = model as unknown as CustomModel;
  const hooks = READING_HOOKS.flatMap((name) => options.hooks?.[name] ?? []);
  const isOwn = (hook: unknown) => (hook as { readonly name?: string }).name !== EXACT_NUMBERS;
  return prototype._hasCustomGetters > 0 || hooks.some(isOwn);
}
