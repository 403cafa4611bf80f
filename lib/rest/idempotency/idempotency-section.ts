import Joi from 'joi';
import { IDEMPOTENCY_MODES, type IdempotencyMode } from '../../metadata';

/** The section `idempotency`. */
export interface IdempotencySection {
  /** Whether writes take the header `Idempotency-Key`; `@AggregateRoot({ idempotency })` overrides it. */
  readonly key: IdempotencyMode;
  /** The time that a repeated request waits while the first one is still running. */
  readonly waitMs: number;
  /** The time that a response is stored, in seconds. */
  readonly keepS: number;
  /** A response with a larger body is stored without it. */
  readonly maxResponseBytes: number;
  /** The maximum of bytes in the bodies that one principal stores: later responses are stored without theirs. */
  readonly maxBytesPerPrincipal: number;
}

export const idempotencySection = Joi.object({
  key: Joi.string().valid(...IDEMPOTENCY_MODES),
  waitMs: Joi.number().integer().min(0),
  keepS: Joi.number().integer().min(1),
  maxResponseBytes: Joi.number().integer().min(0),
  maxBytesPerPrincipal: Joi.number().integer().min(0),
});
