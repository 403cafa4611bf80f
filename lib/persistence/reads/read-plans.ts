import type { CollectionMetadata, CollectionPath, ReferenceMetadata } from '../../metadata';
import type { JoinedStatement } from './joined-statement';
import { IdentityPlanCache, PlanCache } from './plan-cache';
import type { RowStatement } from './row-statement';

/** The cached statements of an application. */
export class ReadPlans {
  readonly byShape = new PlanCache<RowStatement>();
  /** Reads by key, without criteria; `lists` and `associated` likewise. */
  readonly byKey = new IdentityPlanCache<CollectionPath, RowStatement>();
  /** Reads of a single child. */
  readonly single = new IdentityPlanCache<CollectionPath, RowStatement>();
  readonly lists = new IdentityPlanCache<CollectionPath, RowStatement>();
  readonly associated = new IdentityPlanCache<CollectionMetadata | ReferenceMetadata, RowStatement>();
  /** Reads by key with children; null where a join is not possible. */
  readonly joined = new IdentityPlanCache<CollectionPath, JoinedStatement | null>();
}
