import type { DomainClass } from '../types/domain-class';

/** A decorator of a field, written bare (`@Hidden`) or called (`@Searchable({ … })`). */
export interface FieldDecorator<O> {
  (prototype: object, field: string | symbol): void;
  (options?: O): (prototype: object, field: string | symbol) => void;
}

/** Creates a field decorator with both spellings. */
export function fieldDecorator<O extends object>(
  declare: (type: DomainClass, field: string, options: O) => void,
): FieldDecorator<O> {
  const mark = (prototype: object, field: string | symbol, options: O) =>
    declare(prototype.constructor as DomainClass, String(field), options);
  function decorate(
    target?: object | O,
    field?: string | symbol,
  ): void | ((target: object, name: string | symbol) => void) {
    if (field !== undefined) return mark(target as object, field, {} as O);
    return (prototype: object, name: string | symbol) => mark(prototype, name, (target ?? {}) as O);
  }
  return decorate as FieldDecorator<O>;
}
