import type { CollectionMetadata, CollectionPath, ReferenceMetadata } from '../../metadata';
import type { JoinedStatement } from './joined-statement';
import { IdentityPlanCache, PlanCache } from './plan-cache';
import type { ReadStatement } from './row-query';

/** The cached statements of an application. */
export class ReadPlans {
  readonly byShape = new PlanCache<ReadStatement>();
  readonly joinedByShape = new PlanCache<JoinedStatement>();
  /** Reads by key, without criteria; `lists` and `associated` likewise. */
  readonly byKey = new IdentityPlanCache<CollectionPath, ReadStatement>();
  /** Reads of a single child. */
  readonly single = new IdentityPlanCache<CollectionPath, ReadStatement>();
  readonly lists = new IdentityPlanCache<CollectionPath, ReadStatement>();
  readonly associated = new IdentityPlanCache<CollectionMetadata | ReferenceMetadata, ReadStatement>();
  /** Reads by key with children; null where a join is not possible. */
  readonly joined = new IdentityPlanCache<CollectionPath, JoinedStatement | null>();
}
