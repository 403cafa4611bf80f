import type { JoiRule } from './joi-description';
import type { JsonSchema } from './json-schema';

/** The keywords for Joi's rules about numbers. */
export const NUMBER_KEYWORDS: Readonly<Record<string, keyof JsonSchema>> = {
  min: 'minimum',
  max: 'maximum',
  greater: 'exclusiveMinimum',
  less: 'exclusiveMaximum',
};

/** The bound for `positive()` and `negative()`. */
export function signBound({ args = {} }: JoiRule): JsonSchema {
  return args.sign === 'positive' ? { exclusiveMinimum: 0 } : { exclusiveMaximum: 0 };
}
