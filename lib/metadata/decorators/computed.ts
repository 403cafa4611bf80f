import { defaultRegistry } from '../registry';
import type { ComputedOptions, DomainClass } from '../types';
import { declaredType } from './declared-type';

/** A decorator of an accessor, or of a virtual column; the class must have the fields that it reads. */
export interface ComputedDecorator {
  (prototype: object, field: string | symbol): void;
  (options?: Omit<ComputedOptions, 'from'>): (prototype: object, field: string | symbol) => void;
  <const Name extends string>(
    options: ComputedOptions<Name>,
  ): (prototype: Readonly<Record<NoInfer<Name>, unknown>>, field: string | symbol) => void;
}

/**
 * Shows in responses what a getter gives: one of the class, or that of a virtual column. With a setter, payloads may
 * set it.
 *
 * @example `@Computed({ from: ['firstName', 'lastName'] }) get fullName(): string`
 * @throws MetadataError COMPUTED_HAS_COLUMN, COMPUTED_NO_GETTER, COMPUTED_SOURCE_UNKNOWN, COMPUTED_UNTYPED; at the start
 */
export const Computed = decorate as ComputedDecorator;

function decorate(given?: object | ComputedOptions, field?: string | symbol): unknown {
  if (field !== undefined) return declare(given as object, field, {});
  return (prototype: object, name: string | symbol) => declare(prototype, name, (given ?? {}) as ComputedOptions);
}

function declare(prototype: object, field: string | symbol, options: ComputedOptions): void {
  const type = prototype.constructor as DomainClass;
  const name = String(field);
  defaultRegistry.declareComputed(type, name, { ...options, declaredType: declaredType(prototype, name) });
}
