import Joi from 'joi';

interface ItemPayload {
  readonly sku: string;
  readonly quantity: number;
}

export interface OrderPayload {
  readonly code: string;
  readonly status?: string;
  readonly total?: string | null;
  readonly placed_at?: Date | null;
  readonly order_items?: readonly ItemPayload[];
}

const total = Joi.string()
  .pattern(/^-?\d{1,8}(\.\d{1,2})?$/)
  .allow(null);
const status = Joi.string().valid('created', 'shipped', 'cancelled');
const placedAt = Joi.date().iso().allow(null);

const item = Joi.object({ sku: Joi.string().max(12).required(), quantity: Joi.number().integer().required() });

const created = Joi.object({
  code: Joi.string().max(40).required(),
  status,
  total,
  placed_at: placedAt,
  order_items: Joi.array().items(item),
});

const updated = Joi.object({ code: Joi.string().max(40), status, total, placed_at: placedAt });

/** @throws ValidationError */
export function readCreated(body: unknown): OrderPayload {
  return Joi.attempt(body, created, { abortEarly: false });
}

/** @throws ValidationError */
export function readUpdated(body: unknown): Partial<OrderPayload> {
  return Joi.attempt(body, updated, { abortEarly: false });
}
