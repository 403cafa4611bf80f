import Joi from 'joi';
import { CONCURRENCY_USES, type ConcurrencyUse } from '../../metadata';

/** The section `concurrency`: clients that write at the same time. */
export interface ConcurrencySection {
  /** Whether responses have entity tags, and writes `If-Match`; `@AggregateRoot({ concurrency })` says otherwise for one root. */
  readonly ifMatch: ConcurrencyUse;
}

export const concurrencySection = Joi.object({ ifMatch: Joi.string().valid(...CONCURRENCY_USES) });
