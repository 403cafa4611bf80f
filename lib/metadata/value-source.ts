import type { ValueType } from './types/actions';
import type { DomainClass } from './types/domain-class';

const VALUES = new Map<unknown, ValueType>([
  [String, { kind: 'text' }],
  [Number, { kind: 'number' }],
  [Boolean, { kind: 'boolean' }],
  [Date, { kind: 'date' }],
  [BigInt, { kind: 'bigint' }],
]);

/** How a value of a type in decorator metadata is read; undefined for objects and other types that are not read here. */
export function valueSource(type: unknown): ValueType | undefined {
  return VALUES.get(type);
}

/** Whether a type is a class of the application: built-in ones such as `Object` or `Map` do not describe their content. */
export function isPlainClass(type: unknown): type is DomainClass {
  return typeof type === 'function' && !Function.prototype.toString.call(type).endsWith('[native code] }');
}
