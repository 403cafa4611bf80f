/** For one application; then all are forgotten, so that shapes which come once cannot keep out those in use. */
const MOST_PLANS = 1000;

/** What is made once for each shape of a read, and kept. */
export class Plans<T> {
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
