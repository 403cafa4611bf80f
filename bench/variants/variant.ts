import type { BulkCreateOptions } from 'sequelize';
import type { Model } from 'sequelize-typescript';

export type VariedClass = abstract new (...args: never[]) => Model;

/** The classes of a server: those of ours, or those of the one by hand. */
export interface VariedClasses {
  readonly Order: VariedClass;
  readonly OrderItem: VariedClass;
  /** Rejects writes after which an order is not valid: by `@Invariant` in ours, by a validator of the model by hand. */
  declareInvariant(holds: (order: Model) => boolean): void;
  /** Hides orders with a lower total, and rejects writes of them: by `@Scope` in ours, by conditions by hand. */
  declareScope(lowestTotal: number): void;
  /** Leaves the version out: classes that extend `Model` in ours, `version: false` by hand. */
  declareUnversioned(): void;
}

/** The model of the bench with lines as people write them. Ours and the server by hand run the same lines. */
export interface Variant {
  readonly name: string;
  /** Adds the lines to classes that no Sequelize instance has yet, as decorators on their members would. */
  declare(classes: VariedClasses): void;
  /** The fastest way to create several rows by hand that runs these lines. */
  readonly bulk: BulkCreateOptions;
  /** Shows that the lines run. "plain" has none, and the table of "unversioned" has no column for a version. */
  readonly effect?: Effect;
}

/** The payload of an order without items. */
export interface OrderPayload {
  readonly code: string;
  readonly customer_email: string;
  readonly status: string;
  readonly total: string;
}

export interface Effect {
  /** Changes an order so that the lines reject it, or make it as it was. */
  readonly changed: (order: OrderPayload) => Readonly<Partial<Record<keyof OrderPayload, string | null>>>;
  readonly status: 201 | 403 | 422;
}
