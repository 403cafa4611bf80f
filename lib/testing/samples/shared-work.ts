/** Work that is not begun again while it is being done. */
export class SharedWork {
  readonly #begun = new Map<string, Promise<void>>();

  /** Does the work, or waits for the one with the same name. */
  async once(name: string, work: () => Promise<void>): Promise<void> {
    const begun = this.#begun.get(name) ?? work().finally(() => this.#begun.delete(name));
    this.#begun.set(name, begun);
    await begun;
  }
}
