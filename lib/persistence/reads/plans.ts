/** Of one application; what is asked for beyond them is made anew each time. */
const MOST_PLANS = 1000;

/** What is made once for each shape of a read, and kept. */
export class Plans<T> {
  readonly #plans = new Map<string, T>();

  /** @param shape  undefined for what is not to be kept */
  of(shape: string | undefined, make: () => T): T {
    const known = shape === undefined ? undefined : this.#plans.get(shape);
    if (known !== undefined) return known;
    const plan = make();
    if (shape !== undefined && this.#plans.size < MOST_PLANS) this.#plans.set(shape, plan);
    return plan;
  }
}
