import Joi from 'joi';
import { IDEMPOTENCY_USES, type IdempotencyUse } from '../../metadata';

/** The section `idempotency`: writes that a client may send again. */
export interface IdempotencySection {
  /** Whether writes take the header `Idempotency-Key`; `@AggregateRoot({ idempotency })` says otherwise for one root. */
  readonly key: IdempotencyUse;
  /** How long a repeat waits for a request that is still being carried out. */
  readonly waitMs: number;
  /** How long a response is kept, in seconds. */
  readonly keepS: number;
  /** A larger body is not kept. */
  readonly maxResponseBytes: number;
}

export const idempotencySection = Joi.object({
  key: Joi.string().valid(...IDEMPOTENCY_USES),
  waitMs: Joi.number().integer().min(0),
  keepS: Joi.number().integer().min(1),
  maxResponseBytes: Joi.number().integer().min(0),
});
