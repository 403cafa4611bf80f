import type { OptionKinds } from '../../foundation';
import type { ActionMetadata } from './actions';
import { EXPOSURE_OPTIONS, type Exposure } from './domain-class';
import type { CollectionPath, EntityMetadata } from './entities';

export interface AggregateRootOptions extends Partial<Exposure> {
  /** The path segment in place of the plural of the class name: `carts`. */
  readonly name?: string;
  /** Whether its writes take the header `Idempotency-Key`, in place of `idempotency.key` of the configuration. */
  readonly idempotency?: IdempotencyMode;
  /** Whether its writes take the header `If-Match`, in place of `concurrency.ifMatch` of the configuration. */
  readonly concurrency?: ConcurrencyMode;
  /**
   * Whether its rows are read again after each write, since the database sets values of its own. When absent, the start
   * looks for triggers, generated columns and the like.
   */
  readonly readBack?: boolean;
  /**
   * `false` for a table with a primary key of several columns, or for a view: its rows are listed and searched, and no path
   * names one of them. There are no writes.
   */
  readonly keyed?: boolean;
}

export const AGGREGATE_ROOT_OPTIONS = {
  ...EXPOSURE_OPTIONS,
  name: 'name',
  idempotency: 'any',
  concurrency: 'any',
  readBack: 'flag',
  keyed: 'flag',
} satisfies OptionKinds<AggregateRootOptions>;

/** `off` sends no entity tags and checks none; `required` rejects a write without `If-Match`. */
export type ConcurrencyMode = 'off' | 'optional' | 'required';

export const CONCURRENCY_MODES: readonly ConcurrencyMode[] = ['off', 'optional', 'required'];

/** `off` ignores the header `Idempotency-Key`; `required` rejects a write without it. */
export type IdempotencyMode = 'off' | 'optional' | 'required';

export const IDEMPOTENCY_MODES: readonly IdempotencyMode[] = ['off', 'optional', 'required'];

export interface AggregateMetadata {
  readonly root: EntityMetadata;
  /** The path segment: `shopping_carts`. */
  readonly resourceName: string;
  readonly exposure: Exposure;
  /** Every path from the root down, shorter ones first; none enters a class twice. */
  readonly paths: readonly CollectionPath[];
  /** In the order declared. */
  readonly actions: readonly ActionMetadata[];
  /** The rules that must hold after every write inside the aggregate, in the order declared. */
  readonly invariants: readonly InvariantMetadata[];
  /** How its writes use the header `Idempotency-Key`; undefined if the configuration decides. */
  readonly idempotency?: IdempotencyMode;
  /** How its writes use the header `If-Match`; undefined if the configuration decides. */
  readonly concurrency?: ConcurrencyMode;
  /** Whether its rows are read again after each write; undefined if what the database has decides. */
  readonly readBack?: boolean;
}

/** The parts of the aggregate that an invariant needs besides the root. */
export interface InvariantOptions {
  /** The collections that are loaded before the invariant is checked, from the root down: `orderItems.shipments`. */
  readonly load?: readonly string[];
}

export const INVARIANT_OPTIONS = { load: 'names' } satisfies OptionKinds<InvariantOptions>;

/** An `@Invariant`, before it is checked. */
export interface InvariantDeclaration extends Required<InvariantOptions> {
  readonly name: string;
  readonly message: string;
  readonly method: string;
}

/** A method of a root that returns whether the aggregate is valid. */
export interface InvariantMetadata {
  /** The name that clients know the rule by. */
  readonly name: string;
  /** The message for clients when the rule does not hold. */
  readonly message: string;
  readonly method: string;
  /** The collections that are loaded before it is checked. */
  readonly load: readonly CollectionPath[];
}
