import Joi from 'joi';
import { CONCURRENCY_MODES, type ConcurrencyMode } from '../../metadata';

/** The section `concurrency`. */
export interface ConcurrencySection {
  /** Whether responses have an `ETag` and writes take `If-Match`; `@AggregateRoot({ concurrency })` overrides it. */
  readonly ifMatch: ConcurrencyMode;
  /** The key of the tags of classes without a version, in place of the one in the database. */
  readonly tagSecret?: string;
}

const MIN_SECRET_LENGTH = 32;

export const concurrencySection = Joi.object({
  ifMatch: Joi.string().valid(...CONCURRENCY_MODES),
  tagSecret: Joi.string().min(MIN_SECRET_LENGTH),
});
