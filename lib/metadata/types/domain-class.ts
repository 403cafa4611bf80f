import type { OptionKinds } from '../../foundation';

/** Any class of a domain model. */
export type DomainClass<T extends object = object> = abstract new (...args: never[]) => T;

/** Which of the four operations have routes; each is true unless it was set to false. */
export interface Exposure {
  readonly create: boolean;
  readonly read: boolean;
  readonly update: boolean;
  readonly delete: boolean;
}

export const EXPOSURE_OPTIONS = {
  create: 'flag',
  read: 'flag',
  update: 'flag',
  delete: 'flag',
} satisfies OptionKinds<Exposure>;

/** Values that other layers attach to a class or a member, by their own symbol: in the order declared, superclasses first. */
export type Annotations = ReadonlyMap<symbol, readonly unknown[]>;
