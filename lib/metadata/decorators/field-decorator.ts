import { checkOptions, type OptionKinds } from '../../foundation';
import type { DomainClass } from '../types/domain-class';

/** A decorator of a field, written bare (`@Hidden`) or called (`@Searchable({ … })`). */
export interface FieldDecorator<O> {
  (prototype: object, field: string | symbol): void;
  (options?: O): (prototype: object, field: string | symbol) => void;
}

/**
 * Creates a field decorator with both spellings.
 *
 * @param name   for messages: `@Hidden`
 * @param known  its options
 */
export function fieldDecorator<O extends object>(
  name: string,
  known: OptionKinds<O>,
  declare: (type: DomainClass, field: string, options: O) => void,
): FieldDecorator<O> {
  const mark = (prototype: object, field: string | symbol, options: O) => {
    const type = prototype.constructor as DomainClass;
    checkOptions(options, known, `${name} on ${type.name}.${String(field)}`);
    declare(type, String(field), options);
  };
  function decorate(
    target?: object | O,
    field?: string | symbol,
  ): void | ((target: object, name: string | symbol) => void) {
    if (field !== undefined) return mark(target as object, field, {} as O);
    return (prototype: object, name: string | symbol) => mark(prototype, name, (target ?? {}) as O);
  }
  return decorate as FieldDecorator<O>;
}
