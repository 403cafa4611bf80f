import type { ReturnedType, ValueType } from '../../metadata';
import type { JsonSchema } from './json-schema';

/** Values of JavaScript's own classes, as responses write them. */
const VALUES: Readonly<Record<ValueType['kind'], JsonSchema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
  bigint: { type: ['integer', 'string'], pattern: '^-?\\d+$' },
};

export function valueSchema(kind: ValueType['kind']): JsonSchema {
  return VALUES[kind];
}

/** What an action returns that is no entity: of a plain class nothing but its name is known. */
export function returnedValue(type: Exclude<ReturnedType, { readonly kind: 'entity' }>): JsonSchema {
  return type.kind === 'instance' ? { type: 'object', title: type.type.name } : valueSchema(type.kind);
}
