import type { CollectionMetadata, CollectionPath, ReferenceMetadata } from '../../metadata';
import type { JoinedStatement } from './joined-statement';
import { IdentityPlanCache, PlanCache } from './plan-cache';
import type { RowStatement } from './row-statement';

/** The statements of an application's reads, each made when it is first needed. */
export class ReadPlans {
  /** By the shape of what is asked for. */
  readonly shaped = new PlanCache<RowStatement>();
  /** Of reads by key, of lists, and of what known rows hold or refer to, where nothing else is asked. */
  readonly byKey = new IdentityPlanCache<CollectionPath, RowStatement>();
  /** Of reads of a single child by its parent. */
  readonly single = new IdentityPlanCache<CollectionPath, RowStatement>();
  readonly lists = new IdentityPlanCache<CollectionPath, RowStatement>();
  readonly associated = new IdentityPlanCache<CollectionMetadata | ReferenceMetadata, RowStatement>();
  /** Of reads by key with children; null where they are not to be joined. */
  readonly joined = new IdentityPlanCache<CollectionPath, JoinedStatement | null>();
}
