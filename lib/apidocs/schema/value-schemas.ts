import type { ReturnedType, ValueType } from '../../metadata';
import type { JsonSchema } from './json-schema';

/** JavaScript's own types in responses. */
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

/** The schema of an action's result that is not an entity. Of a plain class only the name is known. */
export function returnedValue(type: Exclude<ReturnedType, { readonly kind: 'entity' }>): JsonSchema {
  return type.kind === 'instance' ? { type: 'object', title: type.type.name } : valueSchema(type.kind);
}
