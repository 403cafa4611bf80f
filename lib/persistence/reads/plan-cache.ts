import type { Selection } from './selection';

/** For one application; then all are forgotten, so that shapes which come once cannot keep out those in use. */
const MOST_PLANS = 1000;

/** Statements made once for each shape of a read, and kept. */
export class PlanCache<T> {
  readonly #plans = new Map<string, T>();

  /** @param shape  undefined for what is not to be kept */
  of(shape: string | undefined, make: () => T): T {
    const known = shape === undefined ? undefined : this.#plans.get(shape);
    if (known !== undefined) return known;
    const plan = make();
    if (shape !== undefined) this.#keep(shape, plan);
    return plan;
  }

  #keep(shape: string, plan: T): void {
    if (this.#plans.size >= MOST_PLANS) this.#plans.clear();
    this.#plans.set(shape, plan);
  }
}

/**
 * Plans that are found by where is read and what is shown, both by identity: to put a shape into words takes longer than
 * all else that is done for a short read. They go with the selections that they were made for.
 */
export class IdentityPlanCache<At extends object, T> {
  readonly #plans = new WeakMap<Selection, WeakMap<At, T>>();

  of(at: At, selection: Selection, make: () => T): T {
    const known = this.#plans.get(selection)?.get(at);
    if (known !== undefined) return known;
    const ofSelection = this.#plans.get(selection) ?? new WeakMap<At, T>();
    const plan = make();
    this.#plans.set(selection, ofSelection.set(at, plan));
    return plan;
  }
}
