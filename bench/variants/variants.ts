import { computedDefault } from './default';
import { getter } from './getter';
import { hook } from './hook';
import { invariant } from './invariant';
import { own } from './own';
import { plain } from './plain';
import { setter } from './setter';
import { validators } from './validators';
import type { Variant } from './variant';

export const VARIANTS: readonly Variant[] = [plain, validators, own, computedDefault, setter, hook, getter, invariant];

/** @param names separated by commas */
export function variantsOf(names: string): readonly Variant[] {
  return names.split(',').map(variantOf);
}

/** @throws Error if there is no such variant; by default, the model is plain */
export function variantOf(name: string = ''): Variant {
  const found = name === '' ? plain : VARIANTS.find((variant) => variant.name === name);
  if (found) return found;
  throw new Error(`Unknown variant "${name}". Known variants: ${VARIANTS.map((variant) => variant.name).join(', ')}.`);
}
