import Joi from 'joi';
import { CONCURRENCY_USES, type ConcurrencyUse } from '../../metadata';

/** The section `concurrency`. */
export interface ConcurrencySection {
  /** Whether responses have an `ETag` and writes take `If-Match`; `@AggregateRoot({ concurrency })` overrides it. */
  readonly ifMatch: ConcurrencyUse;
}

export const concurrencySection = Joi.object({ ifMatch: Joi.string().valid(...CONCURRENCY_USES) });
