import { checkOptions } from '../../foundation';
import { defaultRegistry } from '../registry';
import type { DomainClass } from '../types/domain-class';
import { COMPUTED_OPTIONS, type ComputedOptions } from '../types/fields';
import { declaredType } from './declared-type';

/** A decorator of an accessor or a virtual attribute; the compiler checks that the class has the fields in `from`. */
export interface ComputedDecorator {
  (prototype: object, field: string | symbol): void;
  (options?: Omit<ComputedOptions, 'from'>): (prototype: object, field: string | symbol) => void;
  <const Name extends string>(
    options: ComputedOptions<Name>,
  ): (prototype: Readonly<Record<NoInfer<Name>, unknown>>, field: string | symbol) => void;
}

/**
 * Shows the value of a getter in responses: one of the class, or that of a virtual attribute. If there is a setter,
 * payloads may set the field.
 *
 * @example `@Computed({ from: ['firstName', 'lastName'] }) get fullName(): string`
 * @throws MetadataError COMPUTED_HAS_COLUMN, COMPUTED_NO_GETTER, COMPUTED_SOURCE_UNKNOWN, COMPUTED_UNTYPED; at the start
 */
export const Computed = decorate as ComputedDecorator;

function decorate(target?: object | ComputedOptions, field?: string | symbol): unknown {
  if (field !== undefined) return declare(target as object, field, {});
  return (prototype: object, name: string | symbol) => declare(prototype, name, (target ?? {}) as ComputedOptions);
}

function declare(prototype: object, field: string | symbol, options: ComputedOptions): void {
  const type = prototype.constructor as DomainClass;
  const name = String(field);
  checkOptions(options, COMPUTED_OPTIONS, `@Computed on ${type.name}.${name}`);
  defaultRegistry.declareComputed(type, name, { ...options, declaredType: declaredType(prototype, name) });
}
