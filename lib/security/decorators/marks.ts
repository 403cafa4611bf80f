import type { DomainClass } from '../../metadata';

/** A decorator for a class, a column, a collection or the method of an action. */
export interface MemberDecorator {
  (type: DomainClass): void;
  // biome-ignore lint/suspicious/noExplicitAny: a method decorator must take the descriptor of any method
  (prototype: object, member: string | symbol, descriptor?: TypedPropertyDescriptor<any>): void;
}

/** The decorated element: `Order`, or `Order.cancel`. */
export type DeclaredAt = string;

/** Makes a decorator for classes and members. */
export function memberDecorator(
  declare: (type: DomainClass, member: string | undefined, at: DeclaredAt) => void,
): MemberDecorator {
  return (target: object, member?: string | symbol) => {
    if (member === undefined) {
      const type = target as DomainClass;
      return declare(type, undefined, type.name);
    }
    const type = (typeof target === 'function' ? target : target.constructor) as DomainClass;
    declare(type, String(member), `${type.name}.${String(member)}`);
  };
}
