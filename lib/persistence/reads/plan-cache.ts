import type { Selection } from './selection';

/** A full cache is cleared, so that shapes used once do not displace the others for good. */
const MAX_PLANS = 1000;

/** Caches statements by the shape of the query. */
export class PlanCache<T> {
  readonly #plans = new Map<string, T>();

  /** @param shape undefined for a plan that is not cached */
  of(shape: string | undefined, make: () => T): T {
    const cached = shape === undefined ? undefined : this.#plans.get(shape);
    if (cached !== undefined) return cached;
    const plan = make();
    if (shape !== undefined) this.#store(shape, plan);
    return plan;
  }

  #store(shape: string, plan: T): void {
    if (this.#plans.size >= MAX_PLANS) this.#plans.clear();
    this.#plans.set(shape, plan);
  }
}

/**
 * Caches statements by the identity of place and selection: building the text of a shape takes longer than everything
 * else in a short read. Entries are collected with their selections.
 */
export class IdentityPlanCache<At extends object, T> {
  readonly #plans = new WeakMap<Selection, WeakMap<At, T>>();

  of(at: At, selection: Selection, make: () => T): T {
    const cached = this.#plans.get(selection)?.get(at);
    if (cached !== undefined) return cached;
    const ofSelection = this.#plans.get(selection) ?? new WeakMap<At, T>();
    const plan = make();
    this.#plans.set(selection, ofSelection.set(at, plan));
    return plan;
  }
}
