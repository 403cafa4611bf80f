import { computedDefault } from './default';
import { getter } from './getter';
import { hook } from './hook';
import { invariant } from './invariant';
import { own } from './own';
import { plain } from './plain';
import { scope } from './scope';
import { setter } from './setter';
import { unversioned } from './unversioned';
import { validators } from './validators';
import type { Variant } from './variant';

export const VARIANTS: readonly Variant[] = [
  plain,
  validators,
  own,
  computedDefault,
  setter,
  hook,
  getter,
  scope,
  invariant,
  unversioned,
];

/** @param names separated by commas, or `all` */
export function variantsOf(names: string): readonly Variant[] {
  return names === 'all' ? VARIANTS : names.split(',').map(variantOf);
}

/** @throws Error if there is no such variant; by default, the model is plain */
export function variantOf(name: string = ''): Variant {
  const found = name === '' ? plain : VARIANTS.find((variant) => variant.name === name);
  if (found) return found;
  throw new Error(`Unknown variant "${name}". Known variants: ${VARIANTS.map((variant) => variant.name).join(', ')}.`);
}
