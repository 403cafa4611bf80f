import type { RouteDescription } from '../../core';
import type { ActionMetadata, AggregateMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import type { Verb } from './route-names';

/** What a generated route does, for those who read routes: permissions, the matrix, the documents. */
export interface Operation {
  /** `act` is the call of an action. */
  readonly verb: Verb | 'act';
  readonly aggregate: AggregateMetadata;
  /** From the root down to the collection that the route is about; empty for the root itself. */
  readonly path: CollectionPath;
  /** What the route reads or writes; of an action, what it acts on. */
  readonly entity: EntityMetadata;
  readonly action?: ActionMetadata;
}

/** The attribute of a route that holds its {@link Operation}. */
export const OPERATION = 'operation';

/** Undefined for a route that was made by hand; an overridden route keeps what it was generated for. */
export function operationOf({ attributes }: RouteDescription): Operation | undefined {
  return attributes?.[OPERATION] as Operation | undefined;
}
