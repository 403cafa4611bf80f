/** The cache is cleared when it has this many results. */
const MAX_RESULTS = 100;

/** Results of longer texts are not cached. */
const MAX_TEXT_LENGTH = 200;

/**
 * Caches the results of a function of texts that clients send, such as header values.
 *
 * The number of results and the length of texts are limited, so that clients cannot fill the memory.
 */
export class BoundedMemo<T> {
  readonly #results = new Map<string, T>();

  /** @param compute  a pure function; errors and undefined are not cached */
  constructor(private readonly compute: (text: string) => T) {}

  of(text: string): T {
    const cached = this.#results.get(text);
    if (cached !== undefined) return cached;
    const result = this.compute(text);
    if (result !== undefined && text.length <= MAX_TEXT_LENGTH) this.#add(text, result);
    return result;
  }

  #add(text: string, result: T): void {
    if (this.#results.size >= MAX_RESULTS) this.#results.clear();
    this.#results.set(text, result);
  }
}
