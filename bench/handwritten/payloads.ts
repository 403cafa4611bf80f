import Joi from 'joi';

interface ItemPayload {
  readonly sku: string;
  readonly quantity: number;
}

export interface OrderPayload {
  readonly code: string;
  readonly customer_email: string;
  readonly status?: string;
  readonly total?: string | null;
  readonly order_items?: readonly ItemPayload[];
}

export interface OrderQuery {
  readonly page: number;
  readonly per_page: number;
  readonly customer_email?: string;
  readonly status?: string;
}

const total = Joi.string()
  .pattern(/^-?\d{1,8}(\.\d{1,2})?$/)
  .allow(null);
const status = Joi.string().valid('created', 'shipped', 'cancelled');
const email = Joi.string().max(120);

const item = Joi.object({ sku: Joi.string().max(12).required(), quantity: Joi.number().integer().required() });

const created = Joi.object({
  code: Joi.string().max(40).required(),
  customer_email: email.required(),
  status,
  total,
  order_items: Joi.array().items(item),
});

const createdAll = Joi.array().items(created).max(1000);

const updated = Joi.object({ code: Joi.string().max(40), customer_email: email, status, total });

const query = Joi.object({
  page: Joi.number().integer().min(1).default(1),
  per_page: Joi.number().integer().min(1).max(1000).default(20),
  customer_email: email,
  status,
});

/** @throws ValidationError */
export function readCreated(body: unknown): OrderPayload {
  return Joi.attempt(body, created, { abortEarly: false });
}

/** @throws ValidationError */
export function readAllCreated(body: readonly unknown[]): readonly OrderPayload[] {
  return Joi.attempt(body, createdAll, { abortEarly: false });
}

/** @throws ValidationError */
export function readUpdated(body: unknown): Partial<OrderPayload> {
  return Joi.attempt(body, updated, { abortEarly: false });
}

/** @throws ValidationError */
export function readQuery(parameters: unknown): OrderQuery {
  return Joi.attempt(parameters, query, { abortEarly: false });
}
