import type { Call } from './client';
import type { Settings } from './settings';

/** A kind of request, and the number of requests of a measurement. */
export interface Workload {
  readonly name: string;
  readonly kind: 'read' | 'create' | 'change';
  readonly count: number;
  /** The expected status of every response. */
  readonly status: number;
  next(): Call;
  /** Stores the values of the body of a response that later workloads need. */
  keep?(body: string): void;
}

export const SEEDED_ORDERS = 10_000;
export const ITEMS_OF_SEED = 3;
const CUSTOMERS = 50;
const STATUSES = ['created', 'shipped', 'cancelled'] as const;
/** So many orders with consecutive numbers have each customer in each status, so that no search finds nothing. */
export const SEARCHED_ORDERS = CUSTOMERS * STATUSES.length;
export const SEEDED_AT_ONCE = 250;

/**
 * The workloads in the order in which they run. "delete one" deletes the orders of "create one".
 *
 * @param seeded keys of the orders to read and update
 * @throws Error if no name contains one of the words in `only`
 */
export function workloadsOf(
  seeded: readonly number[],
  { scale, only }: Pick<Settings, 'scale' | 'only'>,
): readonly Workload[] {
  const all = allWorkloads(seeded, scale);
  const chosen = only.length === 0 ? all : all.filter(({ name }) => only.some((part) => name.includes(part)));
  if (chosen.length === 0)
    throw new Error(`Unknown workload. Known workloads: ${all.map(({ name }) => name).join(', ')}.`);
  return chosen;
}

function allWorkloads(seeded: readonly number[], scale: number): readonly Workload[] {
  const created: number[] = [];
  const order = scattered(seeded);
  const times = (count: number) => Math.ceil(count * scale);
  const read = (name: string, count: number, path: () => string): Workload => {
    return { name, kind: 'read', count: times(count), status: 200, next: () => ({ method: 'GET', path: path() }) };
  };
  const create = (name: string, count: number, content: () => unknown): Workload => {
    return { name, kind: 'create', count: times(count), status: 201, next: () => post(content()) };
  };
  return [
    read('read one', 3000, () => `/orders/${order()}`),
    read('page of 50', 600, () => `/orders?page=${1 + (order() % 200)}&per_page=50`),
    read('filtered page of 20', 1000, () => `/orders?${filter(order())}&page=1&per_page=20`),
    read('one with children', 1500, () => `/orders/${order()}?expand=order_items`),
    read('children of one', 2000, () => `/orders/${order()}/order_items`),
    {
      ...create('create one', 1000, () => newOrder()),
      keep: (body) => created.push(keyIn(body)),
    },
    create('create 100', 60, () => Array.from({ length: 100 }, () => newOrder())),
    create('create with 3 children', 500, () => newOrder(3)),
    {
      name: 'update one',
      kind: 'change',
      count: times(1000),
      status: 200,
      next: () => ({ method: 'PUT', path: `/orders/${order()}`, content: { total: newTotal() } }),
    },
    {
      name: 'delete one',
      kind: 'change',
      count: times(1000),
      status: 204,
      next: () => ({ method: 'DELETE', path: `/orders/${created.pop()}` }),
    },
  ];
}

/** The requests that create the orders to read and update, within the limit of items in a request. */
export function seedCalls(): readonly Call[] {
  const calls = SEEDED_ORDERS / SEEDED_AT_ONCE;
  return Array.from({ length: calls }, () =>
    post(Array.from({ length: SEEDED_AT_ONCE }, () => newOrder(ITEMS_OF_SEED))),
  );
}

export function keyIn(body: string): number {
  return (JSON.parse(body) as { readonly id: number }).id;
}

export function post(content: unknown): Call {
  return { method: 'POST', path: '/orders', content };
}

let orders = 0;
let totals = 0;

export function newOrder(children = 0): Record<string, unknown> {
  const items = Array.from({ length: children }, (_, index) => ({ sku: `SKU-${index}`, quantity: index + 1 }));
  const number = ++orders;
  return {
    code: `B-${number}`,
    customer_email: emailOf(number),
    status: STATUSES[number % STATUSES.length],
    total: newTotal(),
    ...(children > 0 && { order_items: items }),
  };
}

/** A search that finds one in 150 of the seeded orders, which are created with consecutive numbers. */
function filter(number: number): string {
  return `customer_email=${encodeURIComponent(emailOf(number))}&status=${STATUSES[number % STATUSES.length]}`;
}

function emailOf(number: number): string {
  return `customer-${number % CUSTOMERS}@example.com`;
}

/** A total that differs from the previous one, so that each update changes the row. */
function newTotal(): string {
  return `${++totals % 1_000_000}.50`;
}

/** All values in a shuffled order, the same in each run. */
function scattered(values: readonly number[]): () => number {
  let index = 0;
  return () => {
    index = (index + 7919) % values.length;
    return values[index]!;
  };
}
