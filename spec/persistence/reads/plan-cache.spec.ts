import type { EntityMetadata, FieldMetadata } from '../../../lib/metadata';
import { PlanCache } from '../../../lib/persistence/reads/plan-cache';
import { QueryParameters } from '../../../lib/persistence/reads/query-parameters';
import { ALL_ROWS, type Scopes } from '../../../lib/persistence/reads/scopes';

describe('PlanCache', () => {
  it('keeps one plan per shape, and is cleared when it holds 1,000 plans', () => {
    const plans = new PlanCache<number>();
    let made = 0;
    const plan = (query: string) => plans.of(query, ALL_ROWS, new QueryParameters('list'), () => ++made);

    expect([plan('a'), plan('a'), plan('b')]).toEqual([1, 1, 2]);
    for (let index = 0; index < 998; index++) plan(`query ${index}`);
    expect(plan('a')).toBe(1);
    plan('one more');
    expect(plan('one more')).toBe(made);
    expect([plan('a'), plan('a')]).toEqual([made, made]);
    expect(plan('a')).not.toBe(1);
  });

  it('plans once for callers whose scopes differ in their values only', () => {
    const [order, item] = ['Order', 'Item'].map((name) => ({ name }) as EntityMetadata);
    const plans = new PlanCache<string>();
    const planFor = (owners?: readonly string[]) => {
      const parameters = new QueryParameters('list');
      const plan = plans.of('orders', scopesOf(owners), parameters, (within) => {
        // Items are asked for only where the orders are restricted.
        const asked = within.of(order!).length > 0 ? within.of(item!).length : 0;
        return `plan ${++made}, restricted by ${asked}`;
      });
      return { plan, values: parameters.values };
    };
    let made = 0;

    expect(planFor(['ada'])).toEqual({ plan: 'plan 1, restricted by 1', values: [['ada'], ['ada']] });
    expect(planFor(['bob', 'eve'])).toEqual({ plan: 'plan 1, restricted by 1', values: Array(2).fill(['bob', 'eve']) });
    expect(planFor()).toEqual({ plan: 'plan 2, restricted by 0', values: [] });
    expect(planFor(['eve']).plan).toBe('plan 1, restricted by 1');
    expect(planFor().plan).toBe('plan 2, restricted by 0');
  });

  it('never shares a plan between callers with scopes and without', () => {
    const order = { name: 'Order' } as EntityMetadata;
    const plans = new PlanCache<number>();
    const planFor = (scopes: Scopes) =>
      plans.of('orders', scopes, new QueryParameters('list'), (within) => within.of(order).length);

    expect([planFor(ALL_ROWS), planFor(scopesOf(['ada']))]).toEqual([0, 1]);
    expect([planFor(ALL_ROWS), planFor(scopesOf(['bob']))]).toEqual([0, 1]);
  });
});

/** Restricts all classes to the rows of some owners. */
function scopesOf(owners?: readonly string[]): Scopes {
  const field = { name: 'owner' } as FieldMetadata;
  const criteria = owners && { comparisons: [{ field, operator: 'in' as const, values: owners }], related: new Map() };
  return { of: () => (criteria ? [criteria] : []), holding: () => [] };
}
