/** How many results are remembered; then all are forgotten. */
const MOST = 100;

/** In characters: what is longer is worked out each time. */
const LONGEST = 200;

/**
 * Results computed from texts that clients send, such as the values of a header.
 *
 * It is bounded in number and in length, so that nobody fills the memory with values that come once.
 */
export class BoundedMemo<T> {
  readonly #known = new Map<string, T>();

  /** @param work  gives the same for the same text; what it throws, and undefined, is not remembered */
  constructor(private readonly work: (text: string) => T) {}

  of(text: string): T {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const result = this.work(text);
    if (result !== undefined && text.length <= LONGEST) this.#remember(text, result);
    return result;
  }

  #remember(text: string, result: T): void {
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(text, result);
  }
}
