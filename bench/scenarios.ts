import type { Answer, Call } from './client';
import type { Settings } from './settings';

/** One kind of request, and how many of them make a measurement. */
export interface Scenario {
  readonly name: string;
  readonly count: number;
  /** Every answer must have it. */
  readonly status: number;
  next(): Call;
  /** Keeps what later scenarios need of an answer. */
  keep?(answer: Answer): void;
}

export const CHILDREN_OF_SEED = 50;

/**
 * The scenarios in the order in which they run: what "create one" makes, "delete one" deletes.
 *
 * @param seeded keys of orders that stay, each with 50 items
 * @throws Error when no name has one of the parts asked for
 */
export function scenariosOf(seeded: readonly number[], { scale, only }: Settings): readonly Scenario[] {
  const all = allScenarios(seeded, scale);
  const chosen = only.length === 0 ? all : all.filter(({ name }) => only.some((part) => name.includes(part)));
  if (chosen.length === 0) throw new Error(`No scenario is like that: ${all.map(({ name }) => name).join(', ')}.`);
  return chosen;
}

function allScenarios(seeded: readonly number[], scale: number): readonly Scenario[] {
  const created: number[] = [];
  const order = cycle(seeded);
  const times = (count: number) => Math.ceil(count * scale);
  return [
    { name: 'read one', count: times(2000), status: 200, next: () => get(`/orders/${order()}`) },
    { name: 'list 50 children', count: times(500), status: 200, next: () => get(`/orders/${order()}/order_items`) },
    {
      name: 'create one',
      count: times(400),
      status: 201,
      next: () => post(newOrder()),
      keep: ({ body }) => created.push(keyIn(body)),
    },
    { name: 'create one with 3 children', count: times(200), status: 201, next: () => post(newOrder(3)) },
    {
      name: 'update one field',
      count: times(400),
      status: 200,
      next: () => ({ method: 'PUT', path: `/orders/${order()}`, content: { total: newTotal() } }),
    },
    {
      name: 'delete one',
      count: times(400),
      status: 204,
      next: () => ({ method: 'DELETE', path: `/orders/${created.pop()}` }),
    },
  ];
}

/** The orders that are read and updated. */
export function seedCalls(count: number): readonly Call[] {
  return Array.from({ length: count }, () => post(newOrder(CHILDREN_OF_SEED)));
}

export function keyIn(body: string): number {
  return (JSON.parse(body) as { readonly id: number }).id;
}

function get(path: string): Call {
  return { method: 'GET', path };
}

function post(content: unknown): Call {
  return { method: 'POST', path: '/orders', content };
}

let counter = 0;

function newOrder(children = 0): Record<string, unknown> {
  const items = Array.from({ length: children }, (_, index) => ({ sku: `SKU-${index}`, quantity: index + 1 }));
  return {
    code: `B-${++counter}`,
    status: 'created',
    total: newTotal(),
    placed_at: '2026-01-31T08:30:00.250Z',
    ...(children > 0 && { order_items: items }),
  };
}

/** Never the one before, so that an update has something to write. */
function newTotal(): string {
  return `${++counter % 1_000_000}.50`;
}

function cycle<T>(values: readonly T[]): () => T {
  let index = 0;
  return () => values[index++ % values.length]!;
}
