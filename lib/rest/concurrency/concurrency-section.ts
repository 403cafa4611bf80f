import Joi from 'joi';
import { CONCURRENCY_MODES, type ConcurrencyMode } from '../../metadata';

/** The section `concurrency`. */
export interface ConcurrencySection {
  /** Whether responses have an `ETag` and writes take `If-Match`; `@AggregateRoot({ concurrency })` overrides it. */
  readonly ifMatch: ConcurrencyMode;
}

export const concurrencySection = Joi.object({ ifMatch: Joi.string().valid(...CONCURRENCY_MODES) });
