import type { DomainClass, ValueType } from './types';

const VALUES = new Map<unknown, ValueType>([
  [String, { kind: 'text' }],
  [Number, { kind: 'number' }],
  [Boolean, { kind: 'boolean' }],
  [Date, { kind: 'date' }],
  [BigInt, { kind: 'bigint' }],
]);

/** How a value of a type that decorator metadata tells is read; undefined for any other. */
export function valueSource(type: unknown): ValueType | undefined {
  return VALUES.get(type);
}

/** A class of the language, such as `Object`, `Array` or `Map`, does not describe its content. */
export function isPlainClass(type: unknown): type is DomainClass {
  return typeof type === 'function' && !Function.prototype.toString.call(type).endsWith('[native code] }');
}
