import type { DomainClass } from '../types';

/** A decorator of a field, written bare (`@Hidden`) or called (`@Searchable({ … })`). */
export interface FieldDecorator<O> {
  (prototype: object, field: string | symbol): void;
  (options?: O): (prototype: object, field: string | symbol) => void;
}

/** Makes both spellings of a field decorator out of what it declares. */
export function fieldDecorator<O extends object>(
  declare: (type: DomainClass, field: string, options: O) => void,
): FieldDecorator<O> {
  const mark = (prototype: object, field: string | symbol, options: O) =>
    declare(prototype.constructor as DomainClass, String(field), options);
  function decorate(
    given?: object | O,
    field?: string | symbol,
  ): void | ((target: object, name: string | symbol) => void) {
    if (field !== undefined) return mark(given as object, field, {} as O);
    return (prototype: object, name: string | symbol) => mark(prototype, name, (given ?? {}) as O);
  }
  return decorate as FieldDecorator<O>;
}
